import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import type { SignInAnswer } from '@volume/contract/session/session.ts';
import { environmentLabel } from '@volume/contract/portal/environment.ts';
import { beginSession } from '#features/session/begin-session.ts';
import { SignInPage } from '#features/session/sign-in-page.tsx';
import { goOnAfterSignIn, readTarget, secondStepHref, startAddress } from '#shell/routing/after-sign-in.ts';

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
    if (!('accessToken' in answer)) return void router.navigate({ href: secondStepHref(answer, afterSignInUrl) });
    beginSession(answer);
    return goOnAfterSignIn(router, afterSignInUrl);
  };
  return <SignInPage hasSignUp={environmentLabel(settings.apiBaseUrl) === 'Sandbox'} onAnswer={goOn} />;
}
