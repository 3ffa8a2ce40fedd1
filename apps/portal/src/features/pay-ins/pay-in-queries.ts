import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  getPayIn,
  getPayInDetails,
  listPayIns,
  type PayInPage,
  type PayInQuery,
  type PaymentListItem,
} from '@volume/contract/pay-ins.ts';
import { statusOf } from '#platform/errors.ts';
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
    sort: search.sort === 'created-asc' ? ('createdAt,asc' as const) : ('createdAt,desc' as const),
    includeNewPayments: true,
    // The portal searches; asking for one merchantPaymentId is for merchants' servers.
  } satisfies Record<Exclude<keyof PayInQuery, 'merchantPaymentId'>, unknown>;
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

/** A payment as the list shows it; a row seen in a list stands at once and is read again behind it. */
export function paymentQuery(queryClient: QueryClient, paymentId: string) {
  return queryOptions({
    queryKey: ['pay-in', paymentId],
    queryFn: ({ signal }) => call(getPayIn, { params: { paymentId }, signal }),
    initialData: () => seenRow(queryClient, paymentId),
    initialDataUpdatedAt: 0,
  });
}

/** A payment's parties, checks and story. */
export function paymentDetailsQuery(paymentId: string) {
  return queryOptions({
    queryKey: ['pay-in-details', paymentId],
    queryFn: ({ signal }) => call(getPayInDetails, { params: { paymentId }, signal }),
  });
}

/** True for the failure that leads back to the list (§8 Payment detail failure); an ended session leads to sign-in instead. */
export const isFailedFetch = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Failed to fetch data' && statusOf(error) !== 401;

/**
 * Starts both calls of a payment's page at once and waits for the first. `leave` throws the way to the list: taken when the
 * payment fails with 'Failed to fetch data' (§2, §8); a provider's error is thrown on to the card.
 */
export async function loadPayment(queryClient: QueryClient, paymentId: string, leave: () => never): Promise<void> {
  void queryClient.prefetchQuery(paymentDetailsQuery(paymentId));
  try {
    await queryClient.ensureQueryData(paymentQuery(queryClient, paymentId));
  } catch (error) {
    if (isFailedFetch(error)) leave();
    throw error;
  }
}
