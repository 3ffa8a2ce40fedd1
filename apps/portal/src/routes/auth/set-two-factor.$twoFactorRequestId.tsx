import { createFileRoute, useRouter } from '@tanstack/react-router';
import type { SignedIn } from '@volume/contract/session/session.ts';
import { beginSession } from '#features/session/begin-session.ts';
import { ExpiredNotice } from '#features/session/second-factor/code-step.tsx';
import { loadTwoFactorSetUp, SetTwoFactorPage } from '#features/session/second-factor/set-two-factor-page.tsx';
import { signInHref } from '#platform/hrefs.ts';
import { goOnAfterSignIn, readTarget } from '#shell/routing/after-sign-in.ts';

export const Route = createFileRoute('/auth/set-two-factor/$twoFactorRequestId')({
  staticData: { title: 'Protect your sign-in' },
  validateSearch: readTarget,
  loader: ({ params, abortController }) => loadTwoFactorSetUp(params.twoFactorRequestId, abortController.signal),
  component: Page,
});

function Page() {
  const router = useRouter();
  const { twoFactorRequestId } = Route.useParams();
  const { afterSignInUrl } = Route.useSearch();
  const setUp = Route.useLoaderData();
  const back = signInHref(afterSignInUrl);
  const goOn = (signedIn: SignedIn) => {
    beginSession(signedIn);
    goOnAfterSignIn(router, afterSignInUrl);
  };
  if (!setUp) return <ExpiredNotice title="This set-up has expired" signInHref={back} />;
  return (
    <SetTwoFactorPage key={twoFactorRequestId} {...{ twoFactorRequestId, setUp }} signInHref={back} onSignedIn={goOn} />
  );
}
