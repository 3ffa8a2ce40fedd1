import { getPayIn, getPayInDetails } from '@volume/contract/pay-ins.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { statusOf } from '#platform/errors.ts';
import { call } from '#platform/provider-api.ts';
import { seenRow } from '#features/pay-ins/pay-in-list-query.ts';

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
