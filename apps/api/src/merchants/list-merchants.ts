import { listMerchants as endpoint } from '@volume/contract/merchants.ts';
import { handle } from '#core/handler.ts';
import { readMerchants } from '#database/merchants/read-merchants.ts';

/** All merchants with their applications, by name, for administrators (§7). */
export const listMerchants = handle(endpoint, async ({ services }) => readMerchants(services.database, null));
