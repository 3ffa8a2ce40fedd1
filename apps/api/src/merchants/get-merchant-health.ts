import { getMerchantHealth as endpoint } from '@volume/contract/merchant-health.ts';
import { handle } from '#core/handler.ts';
import { notFound } from '#core/problem.ts';
import { readMerchantHealth } from './read-merchant-health.ts';

/** How one merchant is doing (contract §10 More calls). */
export const getMerchantHealth = handle(endpoint, async ({ params, services: { database, clock } }) => {
  const [health] = await readMerchantHealth(database, clock.now(), params.merchantId);
  if (!health) throw notFound('This merchant');
  return health;
});
