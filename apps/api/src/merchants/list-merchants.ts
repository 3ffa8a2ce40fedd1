import {
  getMerchant as getMerchantEndpoint,
  listMerchants as listMerchantsEndpoint,
} from '@volume/contract/merchants.ts';
import { handle } from '#core/handler.ts';
import { readMerchants } from '#database/merchants/read-merchants.ts';
import { notFound } from '#core/problem.ts';
import { requireMerchant } from '#core/tenant.ts';

/** All merchants with their applications, by name, for administrators (§7). */
export const listMerchants = handle(listMerchantsEndpoint, async ({ services }) =>
  readMerchants(services.database, null),
);

/** A merchant with its applications (§7). */
export const getMerchant = handle(getMerchantEndpoint, async ({ params, caller, services }) => {
  requireMerchant(caller, params.merchantId);
  const [merchant] = await readMerchants(services.database, params.merchantId);
  if (!merchant) throw notFound('This merchant');
  return merchant;
});
