import { authoritiesOf, type MerchantAuthority } from '@volume/contract/access.ts';
import { titleCase } from '#design/text/title-case.ts';

const meanings = new Map([
  ['MERCHANT_ADMIN', 'Everything an editor may, and manages every user, administrators included.'],
  [
    'MERCHANT_EDITOR',
    'Everything an operator may, and moves money: refunds, payouts, schedules and exchange. Changes settings and keys, and manages users up to editor.',
  ],
  ['MERCHANT_OPERATOR', 'Everything a viewer may, and makes and cancels payment links.'],
  ['MERCHANT_VIEWER', 'Sees payments, payouts, balances and statements, and exports them. Changes nothing.'],
]);

/** A role as people read it (§9 Labels). */
export const roleName = (role: string): string => titleCase(role);

/** What a role may do (contract §5); undefined for one that is not known here. */
export const roleMeaning = (role: string): string | undefined => meanings.get(role);

/** Several roles in a line; said when there is none. */
export const rolesInWords = (roles: readonly string[]): string =>
  roles.length === 0 ? 'No role' : roles.map(roleName).join(', ');

const deeds: Record<MerchantAuthority, string> = {
  VIEW_ONLY: 'See payments, payouts, balances and statements, and export them.',
  PAY_BY_LINK: 'Make and cancel payment links.',
  EDIT_SETTINGS: 'Move money, change settings and keys, and manage users.',
  ACCOUNT_ADMIN: 'Manage administrators too.',
};

/** What roles add up to, a sentence for each authority (contract §5). */
export const deedsOf = (roles: readonly string[]): string[] => authoritiesOf(roles).map((held) => deeds[held]);
