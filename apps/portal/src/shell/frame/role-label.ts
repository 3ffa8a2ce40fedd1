import { isAdminAuthority, isRoleAbove, merchantRoles } from '@volume/contract/access.ts';
import { titleCase } from '#design/text/format-text.ts';
import { isReadOnly } from '#platform/session/session.ts';

/** The highest role that these authorities amount to (contract §5), derived from the token without a request. */
export function roleLabel(authorities: readonly string[]): string {
  if (authorities.some(isAdminAuthority)) return isReadOnly(authorities) ? 'Administrator, read only' : 'Administrator';
  const role = merchantRoles.find((one) => !isRoleAbove(one, authorities));
  return role === undefined ? 'Merchant user' : titleCase(role);
}
