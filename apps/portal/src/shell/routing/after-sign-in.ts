import type { AnyRouter } from '@tanstack/react-router';
import { safeRedirect } from '#platform/safe-redirect.ts';
import { readSession } from '#platform/session/session.ts';

/** The address sign-in goes on to, when it may be followed; else undefined, silently (§2, §5). */
export function readTarget(search: Record<string, unknown>): { afterSignInUrl?: string | undefined } {
  return { afterSignInUrl: safeRedirect(search['afterSignInUrl']) };
}

/** Where a signed-in person starts without a target (contract §10 After sign-in). */
export function startOf(afterSignInUrl: string | undefined): string {
  return afterSignInUrl ?? (readSession().kind === 'admin' ? '/admin' : '/');
}

/** Goes on to the target, or to the start; sign-in does not stay in the history. */
export function goOnAfterSignIn(router: AnyRouter, afterSignInUrl: string | undefined): void {
  void router.navigate({ href: startOf(afterSignInUrl), replace: true });
}
