import { listMerchantHealth as endpoint } from '@volume/contract/merchant-health.ts';
import { handle } from '#core/handler.ts';
import { readMerchantHealth } from './read-merchant-health.ts';

/** How every merchant is doing, read apart from the list itself, which does not wait for it (contract §10 More calls). */
export const listMerchantHealth = handle(endpoint, async ({ services: { database, clock } }) =>
  readMerchantHealth(database, clock.now(), null),
);
