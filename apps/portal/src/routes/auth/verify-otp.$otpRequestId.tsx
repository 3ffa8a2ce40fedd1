import { createFileRoute, useRouter } from '@tanstack/react-router';
import type { SignedIn } from '@volume/contract/session.ts';
import { beginSession } from '#features/session/begin-session.ts';
import { VerifyOtpPage } from '#features/session/second-factor/verify-otp-page.tsx';
import { signInHref } from '#platform/hrefs.ts';
import { goOnAfterSignIn, readTarget } from '#shell/routing/after-sign-in.ts';

export const Route = createFileRoute('/auth/verify-otp/$otpRequestId')({
  staticData: { title: 'Enter your code' },
  validateSearch: readTarget,
  component: Page,
});

function Page() {
  const router = useRouter();
  const { otpRequestId } = Route.useParams();
  const { afterSignInUrl } = Route.useSearch();
  const goOn = (signedIn: SignedIn) => {
    beginSession(signedIn);
    goOnAfterSignIn(router, afterSignInUrl);
  };
  return (
    <VerifyOtpPage
      key={otpRequestId}
      otpRequestId={otpRequestId}
      signInHref={signInHref(afterSignInUrl)}
      onSignedIn={goOn}
    />
  );
}
