import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { beginSession } from '#features/session/begin-session.ts';
import { DeadLink } from '#features/session/send-link-form.tsx';
import type { SignInAnswer } from '@volume/contract/session/session.ts';
import {
  endSessionHere,
  loadResetToken,
  ResetPasswordPage,
  sayPasswordSaved,
} from '#features/session/reset-password-page.tsx';
import { signInHref } from '#platform/hrefs.ts';
import { goOnAfterSignIn, secondStepHref } from '#shell/routing/after-sign-in.ts';

/** Replaces the token in the address. */
const hidden = 'link';

export const Route = createFileRoute('/auth/reset-password/$token')({
  staticData: { title: 'Choose a password' },
  // Removes the token, which emails put after #, from the address bar before anything else of this page loads. The
  // history entry keeps it for a reload.
  beforeLoad: ({ params, location }) => {
    const token = params.token === hidden ? location.hash : params.token;
    if (token === '') return;
    const to = '/auth/reset-password/$token';
    throw redirect({ to, params: { token: hidden }, replace: true, state: { resetToken: token } as never });
  },
  loader: ({ location, abortController }) =>
    loadResetToken((location.state as { resetToken?: string }).resetToken, abortController.signal),
  component: Page,
});

function Page() {
  const router = useRouter();
  const link = Route.useLoaderData();
  const goOn = (answer?: SignInAnswer) => {
    endSessionHere();
    if (answer === undefined) {
      sayPasswordSaved();
      return void router.navigate({ href: signInHref(), replace: true });
    }
    if (!('accessToken' in answer)) return void router.navigate({ href: secondStepHref(answer), replace: true });
    beginSession(answer);
    goOnAfterSignIn(router, undefined);
  };
  if (link.kind !== 'open') return <DeadLink kind={link.kind} />;
  return <ResetPasswordPage link={link} onDone={goOn} onExpired={() => void router.invalidate()} />;
}
