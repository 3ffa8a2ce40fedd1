import { getPaymentIntent, type PaymentIntent } from '@volume/contract/payment-intents.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isMoving } from '#features/payment-intents/payment-intent-words.ts';
import { liveInterval } from '#lists/live/live-interval.ts';
import { call } from '#platform/provider-api.ts';

/**
 * A payment intent with its attempts. While anything may still change it is read again within five seconds of each answer, never
 * in a hidden tab, after an error or under test automation (contract §9 Caching and retries, Constants).
 */
export function paymentIntentQuery(paymentIntentId: string) {
  return queryOptions({
    queryKey: ['payment-intent', paymentIntentId],
    queryFn: ({ signal }) => call(getPaymentIntent, { params: { paymentIntentId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) => (error || !data || !isMoving(data) ? false : liveInterval()),
    refetchOnWindowFocus: ({ state: { data } }) => (data && isMoving(data) ? 'always' : false),
  });
}

/** Puts a written link where its page and the lists show it; the lists are read again. */
export function keepPaymentIntent(queryClient: QueryClient, intent: PaymentIntent): void {
  const lists = { queryKey: ['payment-intents'] };
  queryClient.setQueryData(paymentIntentQuery(intent.paymentIntentId).queryKey, intent);
  queryClient.setQueriesData<{ content: PaymentIntent[] }>(lists, (list) => {
    const replace = (row: PaymentIntent) => (row.paymentIntentId === intent.paymentIntentId ? intent : row);
    return list && { ...list, content: list.content.map(replace) };
  });
  void queryClient.invalidateQueries(lists);
}
