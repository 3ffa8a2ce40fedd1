import { authoritiesOf, type MerchantAuthority } from '@volume/contract/access.ts';
import { titleCase } from '#design/text/title-case.ts';

const meanings = new Map([
  ['MERCHANT_ADMIN', 'All editor permissions, plus managing all users, including administrators.'],
  [
    'MERCHANT_EDITOR',
    'All operator permissions, plus moving money (refunds, payouts, schedules and exchange), changing settings and keys, and managing users up to editor.',
  ],
  ['MERCHANT_OPERATOR', 'All viewer permissions, plus creating and cancelling payment links.'],
  ['MERCHANT_VIEWER', 'Can view and export payments, payouts, balances and statements. Can’t change anything.'],
]);

/** A role as people read it (§9 Labels). */
export const roleName = (role: string): string => titleCase(role);

/** What a role may do (contract §5); undefined for one that is not known here. */
export const roleMeaning = (role: string): string | undefined => meanings.get(role);

/** Several roles in a line; said when there is none. */
export const rolesInWords = (roles: readonly string[]): string =>
  roles.length === 0 ? 'No role' : roles.map(roleName).join(', ');

const actions: Record<MerchantAuthority, string> = {
  VIEW_ONLY: 'View and export payments, payouts, balances and statements.',
  PAY_BY_LINK: 'Create and cancel payment links.',
  EDIT_SETTINGS: 'Move money, change settings and keys, and manage users.',
  ACCOUNT_ADMIN: 'Manage all users, including administrators.',
};

/** What roles add up to, a sentence for each authority (contract §5). */
export const allowedActions = (roles: readonly string[]): string[] => authoritiesOf(roles).map((held) => actions[held]);
