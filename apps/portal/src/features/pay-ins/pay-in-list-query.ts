import { listPayIns, type PayInPage, type PaymentListItem, type PayInQuery } from '@volume/contract/pay-ins.ts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/provider-api.ts';
import { type PayInSearch, payInSearch } from './pay-in-filters.ts';

/**
 * The call's query for an address (§7), the page zero-based. `merchantId` is named by administrators only; a merchant's
 * token says whose payments they are. A filter of the call that is left out does not compile.
 */
export function toPayInQuery(
  search: PayInSearch,
  { today, merchantId }: { today: string; merchantId?: string | undefined },
): PayInQuery {
  return {
    ...payInSearch.toPage(search, today),
    applicationId: search.applicationId,
    merchantId,
    sort: 'createdAt,desc' as const,
    includeNewPayments: true,
  } satisfies Record<keyof PayInQuery, unknown>;
}

/** One page of pay-ins; the old rows stand while new ones load. An answer of another shape is 'Failed to fetch payments' (§5, §8). */
export function payInListQuery(query: PayInQuery) {
  return queryOptions({
    queryKey: ['pay-ins', query],
    queryFn: ({ signal }): Promise<PayInPage> =>
      call(listPayIns, { query, signal, applicationId: query.applicationId }),
    placeholderData: keepPreviousData,
  });
}

/** The row of a payment in any list seen so far, so that its own page shows it at once. */
export function seenRow(queryClient: QueryClient, paymentId: string): PaymentListItem | undefined {
  for (const [, page] of queryClient.getQueriesData<PayInPage>({ queryKey: ['pay-ins'] })) {
    const row = page?.content.find((each) => each.paymentId === paymentId);
    if (row) return row;
  }
  return undefined;
}
