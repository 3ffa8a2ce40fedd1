import type { AnyRouter } from '@tanstack/react-router';
import { toast } from '#design/overlay/toast.ts';
import { signInHref } from '#platform/hrefs.ts';
import { adoptSession } from '#platform/session/own-tab.ts';
import { readSession, subscribeSession } from '#platform/session/session.ts';

/** When the session ends, in this tab or another, sign-in is shown (§8; quality, Security). */
export function followSession(router: AnyRouter): () => void {
  const leave = (keepAddress: boolean): void => {
    router.clearCache();
    const { pathname, href } = router.latestLocation;
    const isOnSignIn = pathname.startsWith('/auth/');
    if (isOnSignIn && keepAddress) return;
    void router.navigate({ href: signInHref(keepAddress ? href : undefined), replace: true });
  };
  return subscribeSession((change) => {
    if (change.kind === 'signed-out') leave(change.keepAddress);
    if (change.kind !== 'elsewhere' || readSession().kind !== 'none') return;
    adoptSession();
    toast.bad('You were signed out in another tab.');
    leave(true);
  });
}
