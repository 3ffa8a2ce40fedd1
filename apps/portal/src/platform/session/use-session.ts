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

/** Why the person signed in may not move money (contract §5), undefined when they may. */
export const useWhyNotMoveMoney = (): string | undefined => useWhyNot('You don’t have permission to move money');

/** Why the person signed in may not change settings (contract §5), undefined when they may. */
export const useWhyNotChange = (): string | undefined => useWhyNot('You don’t have permission to change settings');

/** Both need the same authority; an administrator who only reads holds every one and may change nothing. */
function useWhyNot(words: string): string | undefined {
  const isReadOnly = useIsReadOnly();
  const mayEdit = usePermitted(['EDIT_SETTINGS']);
  if (isReadOnly) return 'You have read-only access';
  return mayEdit ? undefined : words;
}
