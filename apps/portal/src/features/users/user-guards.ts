import { isPermitted, isRoleAbove } from '@volume/contract/access.ts';
import type { User } from '@volume/contract/merchants/account.ts';
import { authoritiesIn, isReadOnly } from '#platform/session/session.ts';
import { useSession } from '#platform/session/use-session.ts';
import { keyOf } from './user-labels.ts';

/**
 * The user who manages others. They cannot grant a role above their own, disable themselves, or remove the last
 * administrator (contract §5).
 */
export interface Manager {
  userId: string | undefined;
  authorities: readonly string[];
}

export function useManager(): Manager {
  const session = useSession();
  const userId = session.kind === 'none' ? undefined : String(session.claims.userAccountId);
  return { userId, authorities: authoritiesIn(session) };
}

export const manageDisabledReason = ({ authorities }: Manager): string | undefined =>
  isReadOnly(authorities) ? 'You don’t have permission to change users' : undefined;

const isAdministrator = ({ enabled, roles }: User): boolean => enabled && roles.includes('MERCHANT_ADMIN');

/** True for the last enabled administrator who can sign in; one with a pending invitation does not count as another. */
export function isLastAdministrator(user: User, users: readonly User[]): boolean {
  if (!isAdministrator(user)) return false;
  return !users.some(
    (other) =>
      keyOf(other) !== keyOf(user) &&
      isAdministrator(other) &&
      (other.invitation === 'ACCEPTED' || user.invitation === 'PENDING'),
  );
}

const isBeyond = (user: User, { authorities }: Manager): boolean =>
  user.roles.some((role) => isRoleAbove(role, authorities));

export function switchDisabledReason(user: User, users: readonly User[], manager: Manager): string | undefined {
  const reason = manageDisabledReason(manager);
  if (reason) return reason;
  if (user.enabled && user.userId === manager.userId) return 'You can’t disable your own account';
  if (isBeyond(user, manager)) return 'Their role is higher than yours';
  return isLastAdministrator(user, users) ? 'There must be at least one enabled administrator' : undefined;
}

export function resetFactorDisabledReason(user: User, manager: Manager): string | undefined {
  const reason = manageDisabledReason(manager);
  if (reason) return reason;
  if (user.userId === manager.userId) return 'Reset your own second factor in Your account';
  if (!isPermitted(manager.authorities, ['ACCOUNT_ADMIN'])) return 'Only an administrator can do this';
  return isBeyond(user, manager) ? 'Their role is higher than yours' : undefined;
}

/** Undefined when the role can be given or removed. `user` is undefined for a new user. */
export function roleDisabledReason(
  role: string,
  user: User | undefined,
  users: readonly User[],
  manager: Manager,
): string | undefined {
  if (user && isBeyond(user, manager)) return 'Their role is higher than yours';
  if (isRoleAbove(role, manager.authorities)) return 'This role is higher than yours';
  const isLast = user && role === 'MERCHANT_ADMIN' && isLastAdministrator(user, users);
  return isLast ? 'There must be at least one enabled administrator' : undefined;
}
