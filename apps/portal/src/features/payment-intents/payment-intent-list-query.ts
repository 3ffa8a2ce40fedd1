import { listPaymentIntents } from '@volume/contract/payment-intents.ts';
import type { QueryOf } from '@volume/contract/endpoint.ts';
import { toWireTime } from '@volume/contract/period.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/provider-api.ts';
import { type PaymentIntentSearch, paymentIntentSearch } from './payment-intent-filters.ts';

export type PaymentIntentQuery = QueryOf<typeof listPaymentIntents>;

/** The call's query for an address (§7): links of the last 12 months since UTC midnight, the page zero-based. `now` in milliseconds. */
export function toPaymentIntentQuery(
  { applicationId, ...search }: PaymentIntentSearch & { applicationId?: string | undefined },
  { now, merchantId }: { now: number; merchantId?: string | undefined },
): PaymentIntentQuery {
  return {
    applicationId,
    // No parameter of this call in §7: the application says whose links they are.
    merchantId: applicationId === undefined ? merchantId : undefined,
    startDateTimeUtc: toWireTime(aYearBefore(now)),
    showOnlyLinks: true,
    showNotStarted: true,
    size: paymentIntentSearch.rowsOf(search),
    page: paymentIntentSearch.pageOf(search) - 1,
  };
}

/** UTC midnight 12 months before; a month that is shorter by then ends with its last day. */
function aYearBefore(now: number): number {
  const today = new Date(now);
  const [year, month] = [today.getUTCFullYear() - 1, today.getUTCMonth()];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(today.getUTCDate(), lastDay));
}

/** One page of payment links, newest first; the old rows stand while new ones load. */
export function paymentIntentListQuery(query: PaymentIntentQuery) {
  return queryOptions({
    queryKey: ['payment-intents', query],
    queryFn: ({ signal }) => call(listPaymentIntents, { query, signal, applicationId: query.applicationId }),
    placeholderData: keepPreviousData,
    // A link is paid elsewhere: coming back to the list reads it again.
    staleTime: 0,
  });
}
