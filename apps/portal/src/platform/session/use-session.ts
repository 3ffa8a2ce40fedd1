import { type Authority, isPermitted } from '@volume/contract/access.ts';
import { type ReactNode, useSyncExternalStore } from 'react';
import { authoritiesIn, isReadOnly, readSession, type Session, subscribeSession } from './session.ts';

/**
 * Who is signed in, followed through every change but its end: a session that ended, here or in another tab, leads away from
 * the page (shell/session), and the page does not come apart before.
 */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSession);
}

function subscribe(listener: () => void): () => void {
  return subscribeSession(({ kind }) => {
    if (kind !== 'signed-out' && kind !== 'elsewhere') listener();
  });
}

/** True when the person signed in holds one of these authorities or an admin one (§6). */
export function usePermitted(anyOf: readonly Authority[]): boolean {
  return isPermitted(authoritiesIn(useSession()), anyOf);
}

/** True for an administrator who may only look: every write is shown disabled, with the reason (contract §5, §9). */
export function useIsReadOnly(): boolean {
  return isReadOnly(authoritiesIn(useSession()));
}

/** Shows its children only to those who hold one of these authorities, or an admin one (§6). */
export function Permitted({ anyOf, children }: { anyOf: readonly Authority[]; children: ReactNode }) {
  return usePermitted(anyOf) ? children : null;
}
