import type { QueryOf } from '@volume/contract/endpoint.ts';
import type { listPayouts, PayoutFilters } from '@volume/contract/payouts.ts';
import { addDays } from '#design/days/date-presets.ts';
import type { Scope } from '#platform/scope.ts';
import { currencyOf, pageOf, type PayoutSearch, rowsOf } from './payout-search.ts';

export type PayoutQuery = QueryOf<typeof listPayouts>;

/** The days the list covers: the last 30 by default (§2 Defaults). */
export function daysOf(search: PayoutSearch, today: string): { from?: string | undefined; to?: string | undefined } {
  if (search.from === undefined && search.to === undefined) return { from: addDays(today, -30), to: today };
  return { from: search.from, to: search.to };
}

/** The filters of the list and its export (§7): whole UTC days, newest first. */
export function toPayoutFilters(search: PayoutSearch, today: string, scope: Scope): PayoutFilters {
  const { from, to } = daysOf(search, today);
  return {
    applicationId: scope.applicationId,
    currency: currencyOf(search),
    sort: 'createdAt,desc',
    startDateTimeUtc: from && `${from}T00:00:00.000`,
    endDateTimeUtc: to && `${to}T23:59:59.999`,
    merchantId: scope.merchantId,
  };
}

/** The call's query for an address (§7), the page zero-based. */
export function toPayoutQuery(search: PayoutSearch, today: string, scope: Scope): PayoutQuery {
  return { ...toPayoutFilters(search, today, scope), size: rowsOf(search), page: pageOf(search) - 1 };
}
