import { merchantRoles } from '@volume/contract/access.ts';
import { listRoles as endpoint } from '@volume/contract/users.ts';
import { handle } from '#core/handler.ts';
import { requireKnownMerchant } from './rules.ts';

/** The roles a merchant's users may have, the most powerful first (§7, contract §5); the same for every merchant. */
export const listRoles = handle(endpoint, async ({ params, services }) => {
  await requireKnownMerchant(services.database, params.merchantId);
  return [...merchantRoles];
});
