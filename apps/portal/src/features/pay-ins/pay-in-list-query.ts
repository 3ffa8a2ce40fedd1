import { listPayIns, type PayInPage, type PaymentListItem, type PayInQuery } from '@volume/contract/pay-ins.ts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/provider-api.ts';

/** One page of pay-ins; the old rows stand while new ones load. An answer of another shape is 'Failed to fetch payments' (§5, §8). */
export function payInListQuery(query: PayInQuery) {
  return queryOptions({
    queryKey: ['pay-ins', query],
    queryFn: readPayIns(query),
    placeholderData: keepPreviousData,
  });
}

/** How a page is read, by the list and by what keeps it live. */
export const readPayIns =
  (query: PayInQuery) =>
  ({ signal }: { signal: AbortSignal }): Promise<PayInPage> =>
    call(listPayIns, { query, signal, applicationId: query.applicationId });

/** The row of a payment in any list seen so far, so that its own page shows it at once. */
export function seenRow(queryClient: QueryClient, paymentId: string): PaymentListItem | undefined {
  for (const [, page] of queryClient.getQueriesData<PayInPage>({ queryKey: ['pay-ins'] })) {
    const row = page?.content.find((each) => each.paymentId === paymentId);
    if (row) return row;
  }
  return undefined;
}
