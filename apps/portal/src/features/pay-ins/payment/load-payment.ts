import type { QueryClient } from '@tanstack/react-query';
import { isFailedFetch, paymentDetailsQuery, paymentQuery } from './payment-query.ts';

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
