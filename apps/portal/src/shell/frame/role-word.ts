import { isAdminAuthority, isRoleAbove, merchantRoles } from '@volume/contract/access.ts';
import { titleCase } from '#design/text/format-text.ts';
import { isReadOnly } from '#platform/session/session.ts';

/** What somebody with these authorities is: the highest role they add up to (contract §5), which the token tells without a call. */
export function roleWord(authorities: readonly string[]): string {
  if (authorities.some(isAdminAuthority)) return isReadOnly(authorities) ? 'Administrator, read only' : 'Administrator';
  const role = merchantRoles.find((one) => !isRoleAbove(one, authorities));
  return role === undefined ? 'Merchant user' : titleCase(role);
}
