import { dropInvisible } from '@volume/contract/text/invisible-marks.ts';
import type { User } from '@volume/contract/merchants/account.ts';
import type { Tone } from '#design/feedback/tag-looks.ts';
import { authoritiesOf, type MerchantAuthority, type MerchantRole, merchantRoles } from '@volume/contract/access.ts';
import { titleCase } from '#design/text/format-text.ts';

const meanings: Record<MerchantRole, string> = {
  MERCHANT_ADMIN: 'All editor permissions, plus managing all users, including administrators.',
  MERCHANT_EDITOR:
    'All operator permissions, plus moving money (refunds, payouts, schedules and exchange), changing settings and keys, and managing users up to editor.',
  MERCHANT_OPERATOR: 'All viewer permissions, plus creating and cancelling payment links.',
  MERCHANT_VIEWER: 'Can view and export payments, payouts, balances and statements. Can’t change anything.',
};

export const isKnownRole = (role: string): role is MerchantRole => Object.hasOwn(meanings, role);

/** The highest of the known roles, which includes all others; undefined without a known role. */
export const mainRole = (roles: readonly string[]): MerchantRole | undefined =>
  // Ordered from the highest (contract §5).
  merchantRoles.find((role) => roles.includes(role));

/** The label of a role (§9 Labels). */
export const roleName = (role: string): string => titleCase(role);

/** What a role can do (contract §5); undefined for an unknown role. */
export const roleMeaning = (role: string): string | undefined => (isKnownRole(role) ? meanings[role] : undefined);

export const rolesLabel = (roles: readonly string[]): string =>
  roles.length === 0 ? 'No role' : roles.map(roleName).join(', ');

const actions: Record<MerchantAuthority, string> = {
  VIEW_ONLY: 'View and export payments, payouts, balances and statements.',
  PAY_BY_LINK: 'Create and cancel payment links.',
  EDIT_SETTINGS: 'Move money, change settings and keys, and manage users.',
  ACCOUNT_ADMIN: 'Manage all users, including administrators.',
};

/** What the roles allow together, one sentence per authority (contract §5). */
export const allowedActions = (roles: readonly string[]): string[] => actionsOf(authoritiesOf(roles));

/** The same for a token's authorities, without a request. */
export const actionsOf = (authorities: readonly string[]): string[] =>
  authorities.flatMap((authority) => actions[authority as MerchantAuthority] ?? []);

export const userName = ({ name, email }: User): string => name?.trim() || email;

/** The key of a user in a list; the email address where the deployment sends no ids. */
export const keyOf = ({ userId, email }: User): string => userId || email;

export interface UserState {
  label: string;
  tone: Tone;
  hollow: boolean;
}

/** The label of whether a user can sign in; a pending invitation counts as in progress. */
export function stateOf({ enabled, invitation }: User): UserState {
  if (!enabled) return { label: 'Disabled', tone: 'calm', hollow: false };
  if (invitation === 'PENDING') return { label: 'Invited', tone: 'move', hollow: true };
  return { label: 'Enabled', tone: 'ok', hollow: false };
}

export function findUsers(users: readonly User[], text: string | undefined): User[] {
  const words = dropInvisible(text ?? '')
    .toLowerCase()
    .split(/\s+/);
  return users.filter((user) => {
    const { name, email, phone, roles } = user;
    const searchText = [name, email, phone, rolesLabel(roles), stateOf(user).label].join(' ').toLowerCase();
    return words.every((word) => searchText.includes(word));
  });
}
