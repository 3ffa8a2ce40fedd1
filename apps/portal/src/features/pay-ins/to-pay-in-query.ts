import type { PayInQuery } from '@volume/contract/pay-ins.ts';
import { addDays } from '#design/days/date-presets.ts';
import { pageOf, type PayInSearch, rowsOf } from './pay-in-search.ts';

/** The days the list covers: none when searching, the last 30 by default (§2 Defaults). */
export function daysOf(search: PayInSearch, today: string): { from?: string | undefined; to?: string | undefined } {
  if (search.searchFilter !== undefined) return {};
  if (search.from === undefined && search.to === undefined) return { from: addDays(today, -30), to: today };
  return { from: search.from, to: search.to };
}

/**
 * The call's query for an address (§7): days as whole UTC days, the page zero-based, amounts in minor units. `merchantId` is
 * named by administrators only; a merchant's token says whose payments they are.
 */
export function toPayInQuery(
  search: PayInSearch,
  { today, merchantId }: { today: string; merchantId?: string | undefined },
): PayInQuery {
  const { from, to } = daysOf(search, today);
  return {
    paymentStatuses: search.paymentStatuses,
    startDateTimeUtc: from && `${from}T00:00:00.000`,
    endDateTimeUtc: to && `${to}T23:59:59.999`,
    currencies: search.currencies,
    page: pageOf(search) - 1,
    size: rowsOf(search),
    sort: 'createdAt,desc',
    merchantId,
    globalSearch: search.searchFilter,
    minAmount: toMinor(search.amountFrom),
    maxAmount: toMinor(search.amountTo),
    paymentTypes: search.paymentTypes,
    refundedFilter: search.refundedFilter,
    heldFilter: search.heldFilter,
    riskCategory: search.riskCategory,
    includeNewPayments: true,
    applicationId: search.applicationId,
  };
}

const toMinor = (amount: string | undefined) => (amount === undefined ? undefined : Math.round(Number(amount) * 100));
