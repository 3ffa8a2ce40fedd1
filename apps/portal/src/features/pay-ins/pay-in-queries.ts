import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  getPayIn,
  getPayInDetails,
  listPayIns,
  type PayInPage,
  type PayInQuery,
  type PaymentListItem,
} from '@volume/contract/pay-ins/pay-ins.ts';
import { ApiError, ShapeError, statusOf } from '#platform/errors.ts';
import { call } from '#platform/provider-api.ts';
import { refetch } from '#platform/queries/query-keys.ts';
import {
  approvalKeys,
  overviewKeys,
  payInKeys,
  paymentDetailsKeys,
  paymentKeys,
} from '#platform/queries/shared-keys.ts';

/** Matches the pages of all lists, but not the counts next to them. */
export const payInPageKeys = payInKeys.of('page');

/**
 * One page of pay-ins; keeps the previous rows while new ones load. An invalid response shape is 'Failed to fetch
 * payments' (§5, §8).
 */
export function payInListQuery(query: PayInQuery) {
  return queryOptions({
    queryKey: payInKeys.of('page', query),
    queryFn: ({ signal }): Promise<PayInPage> =>
      call(listPayIns, { query, signal, applicationId: query.applicationId }),
    placeholderData: keepPreviousData,
  });
}

/** Finds the payment's row in any cached list, so that its page can show it immediately. */
export function seenRow(queryClient: QueryClient, paymentId: string): PaymentListItem | undefined {
  for (const [, page] of queryClient.getQueriesData<PayInPage>({ queryKey: payInPageKeys })) {
    const row = page?.content.find((each) => each.paymentId === paymentId);
    if (row) return row;
  }
  return undefined;
}

/** A payment as its list row. Starts with the row cached by a list, if any, and refetches it. */
export function paymentQuery(queryClient: QueryClient, paymentId: string) {
  return queryOptions({
    queryKey: paymentKeys.of(paymentId),
    queryFn: ({ signal }) => call(getPayIn, { params: { paymentId }, signal }),
    initialData: () => seenRow(queryClient, paymentId),
    initialDataUpdatedAt: 0,
  });
}

export function paymentDetailsQuery(paymentId: string) {
  return queryOptions({
    queryKey: paymentDetailsKeys.of(paymentId),
    queryFn: ({ signal }) => call(getPayInDetails, { params: { paymentId }, signal }),
  });
}

/** Refetches what a refund changes: the payment, the lists, the overview and, if it has to be approved, the approvals. */
export function refundStarted(queryClient: QueryClient, paymentId: string): Promise<unknown> {
  const ofPayment = [paymentKeys.of(paymentId), paymentDetailsKeys.of(paymentId)];
  return refetch(queryClient, ...ofPayment, payInKeys.all, overviewKeys.all, approvalKeys.all);
}

/** True for a 'Failed to fetch data', which redirects to the list (§8 Payment detail failure); a 401 redirects to sign-in instead. */
export const isFailedFetch = (error: unknown): boolean =>
  (error instanceof ApiError || error instanceof ShapeError) && statusOf(error) !== 401;

/**
 * Starts both requests of a payment page concurrently and waits for the first. `leave` throws the redirect to the list,
 * on 'Failed to fetch data' (§2, §8). A provider error is rethrown for the error card.
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
