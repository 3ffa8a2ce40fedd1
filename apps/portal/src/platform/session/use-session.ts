import { type Authority, isPermitted } from '@volume/contract/access.ts';
import { type ReactNode, useSyncExternalStore } from 'react';
import { authoritiesIn, isReadOnly, readSession, type Session, subscribeSession } from './session.ts';

/**
 * The session, updated on every change except its end: then the page is redirected (shell/session) and should not
 * change before.
 */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSession);
}

function subscribe(listener: () => void): () => void {
  return subscribeSession(({ kind }) => {
    if (kind !== 'signed-out' && kind !== 'elsewhere') listener();
  });
}

/** True when the user has one of these authorities or an admin one (§6). */
export function usePermitted(anyOf: readonly Authority[]): boolean {
  return isPermitted(authoritiesIn(useSession()), anyOf);
}

/** True for a read-only administrator: every write is disabled with the reason (contract §5, §9). */
export function useIsReadOnly(): boolean {
  return isReadOnly(authoritiesIn(useSession()));
}

/** Renders its children only for users with one of these authorities, or an admin one (§6). */
export function Permitted({ anyOf, children }: { anyOf: readonly Authority[]; children: ReactNode }) {
  return usePermitted(anyOf) ? children : null;
}

/** Undefined when the user can move money (contract §5). */
export const useMoveMoneyDisabledReason = (): string | undefined =>
  useDisabledReason('You don’t have permission to move money');

/** Undefined when the user can change settings (contract §5). */
export const useChangeDisabledReason = (): string | undefined =>
  useDisabledReason('You don’t have permission to change settings');

/** Both need the same authority. A read-only administrator has all authorities but cannot change anything. */
function useDisabledReason(message: string): string | undefined {
  const isReadOnly = useIsReadOnly();
  const mayEdit = usePermitted(['EDIT_SETTINGS']);
  if (isReadOnly) return 'You have read-only access';
  return mayEdit ? undefined : message;
}
