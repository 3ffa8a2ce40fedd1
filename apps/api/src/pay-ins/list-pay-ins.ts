import { listPayIns as endpoint } from '@volume/contract/pay-ins.ts';
import { toPage } from '@volume/contract/page.ts';
import { handle } from '#core/handler.ts';
import { merchantOf } from '#core/tenant.ts';
import { findPayInPage } from './find-pay-ins.ts';

/** Pay-ins by filter, newest first (§7). A merchant's caller sees their own; an administrator one merchant's, or all. */
export const listPayIns = handle(endpoint, async ({ query, caller, services }) => {
  const { page, size, sort } = query;
  const filter = { ...query, merchantId: merchantOf(caller, query.merchantId) };
  const order = sort === 'createdAt,asc' ? 'oldest' : 'newest';
  const { content, totalElements } = await findPayInPage(services.database, filter, { page, size, order });
  return toPage(content, { page, size, totalElements });
});
