import { getMerchant as endpoint } from '@volume/contract/merchants.ts';
import { handle } from '#core/handler.ts';
import { notFound } from '#core/problem.ts';
import { requireMerchant } from '#core/tenant.ts';
import { readMerchants } from '#database/merchants/read-merchants.ts';

/** A merchant with its applications (§7). */
export const getMerchant = handle(endpoint, async ({ params, caller, services }) => {
  requireMerchant(caller, params.merchantId);
  const [merchant] = await readMerchants(services.database, params.merchantId);
  if (!merchant) throw notFound('This merchant');
  return merchant;
});
