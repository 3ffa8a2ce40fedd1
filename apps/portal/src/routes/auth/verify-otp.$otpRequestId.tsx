import { createFileRoute, useRouter } from '@tanstack/react-router';
import type { SignedIn } from '@volume/contract/session/session.ts';
import { beginSession } from '#features/session/begin-session.ts';
import { ExpiredNotice } from '#features/session/second-factor/code-step.tsx';
import { loadOtp, VerifyOtpPage } from '#features/session/second-factor/verify-otp-page.tsx';
import { signInHref } from '#platform/hrefs.ts';
import { goOnAfterSignIn, readTarget } from '#shell/routing/after-sign-in.ts';

export const Route = createFileRoute('/auth/verify-otp/$otpRequestId')({
  staticData: { title: 'Enter your code' },
  validateSearch: readTarget,
  loader: ({ params, abortController }) => loadOtp(params.otpRequestId, abortController.signal),
  component: Page,
});

function Page() {
  const router = useRouter();
  const { otpRequestId } = Route.useParams();
  const { afterSignInUrl } = Route.useSearch();
  const otp = Route.useLoaderData();
  const back = signInHref(afterSignInUrl);
  const goOn = (signedIn: SignedIn) => {
    beginSession(signedIn);
    goOnAfterSignIn(router, afterSignInUrl);
  };
  if (otp === 'expired') return <ExpiredNotice title="That code has expired" signInHref={back} />;
  return <VerifyOtpPage key={otpRequestId} {...{ otpRequestId, otp }} signInHref={back} onSignedIn={goOn} />;
}
