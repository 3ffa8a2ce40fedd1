import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import type { SignInAnswer } from '@volume/contract/session/session.ts';
import { environmentLabel } from '@volume/contract/portal/environment.ts';
import { beginSession } from '#features/session/begin-session.ts';
import { SignInPage } from '#features/session/sign-in-page.tsx';
import { setTwoFactorHref, verifyOtpHref } from '#platform/hrefs.ts';
import { goOnAfterSignIn, readTarget, startAddress } from '#shell/routing/after-sign-in.ts';

export const Route = createFileRoute('/auth/signin')({
  staticData: { title: 'Sign in' },
  validateSearch: readTarget,
  beforeLoad: ({ context, search }) => {
    if (context.session().kind !== 'none') throw redirect({ href: startAddress(search.afterSignInUrl), replace: true });
  },
  component: Page,
});

function Page() {
  const router = useRouter();
  const { afterSignInUrl } = Route.useSearch();
  const { settings } = Route.useRouteContext();
  const goOn = (answer: SignInAnswer) => {
    if ('otpRequestId' in answer)
      return void router.navigate({ href: verifyOtpHref(answer.otpRequestId, afterSignInUrl) });
    if ('twoFactorRequestId' in answer) {
      return void router.navigate({ href: setTwoFactorHref(answer.twoFactorRequestId, afterSignInUrl) });
    }
    beginSession(answer);
    return goOnAfterSignIn(router, afterSignInUrl);
  };
  return <SignInPage hasSignUp={environmentLabel(settings.apiBaseUrl) === 'Sandbox'} onAnswer={goOn} />;
}
