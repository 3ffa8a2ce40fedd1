import { isRoleAbove, merchantRoles } from '@volume/contract/access.ts';
import { titleCase } from '#design/text/format-text.ts';

/** The highest role these authorities add up to (contract §5), which the token tells without a call. */
export function roleWord(authorities: readonly string[]): string {
  const role = merchantRoles.find((one) => !isRoleAbove(one, authorities));
  return role === undefined ? 'Merchant user' : titleCase(role);
}
