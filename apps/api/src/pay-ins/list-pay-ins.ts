import { listPayIns as endpoint, type PayInQuery } from '@volume/contract/pay-ins.ts';
import { toPage } from '@volume/contract/page.ts';
import { parseUtc } from '@volume/contract/period.ts';
import { handle } from '#core/handler.ts';
import { merchantOf } from '#core/tenant.ts';
import { findPayInPage } from './find-pay-ins.ts';
import type { PayInFilter } from './pay-in-filter.ts';

/** Pay-ins by filter, newest first (§7). A merchant's caller sees their own; an administrator one merchant's, or all. */
export const listPayIns = handle(endpoint, async ({ query, caller, services }) => {
  const { page, size, sort } = query;
  const filter = toFilter(query, merchantOf(caller, query.merchantId));
  const order = sort === 'createdAt,asc' ? 'oldest' : 'newest';
  const { content, totalElements } = await findPayInPage(services.database, filter, { page, size, order });
  return toPage(content, { page, size, totalElements });
});

/** The filters of a call as the queries take them; times in milliseconds. */
export function toFilter(query: Omit<PayInQuery, 'page' | 'size'>, merchantId: string | null): PayInFilter {
  const at = (time: string | undefined) => (time === undefined ? undefined : parseUtc(time));
  return {
    merchantId,
    applicationId: query.applicationId,
    statuses: query.paymentStatuses,
    currencies: query.currencies,
    types: query.paymentTypes,
    risks: query.riskCategory,
    refunded: query.refundedFilter,
    held: query.heldFilter,
    from: at(query.startDateTimeUtc),
    to: at(query.endDateTimeUtc),
    minAmount: query.minAmount,
    maxAmount: query.maxAmount,
    search: query.globalSearch,
    includesNew: query.includeNewPayments,
  };
}
