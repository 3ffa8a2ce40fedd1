import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { getMerchantStopping } from '@volume/contract/merchants/stopping.ts';
import { call } from '#platform/provider-api.ts';
import { healthKeys } from '#features/merchants/health/health-query.ts';
import { invalidate, keysOf } from '#platform/queries/query-keys.ts';

const stoppingKeys = keysOf('merchant-stopping');

/** Counted again whenever a dialog opens, and not while it is open. */
export function stoppingQuery(merchantId: string) {
  return queryOptions({
    queryKey: stoppingKeys.of(merchantId),
    queryFn: ({ signal }) => call(getMerchantStopping, { params: { merchantId }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Refetches everything that shows whether a merchant is disabled. */
export function useStateChanged(merchantId: string): () => void {
  const queryClient = useQueryClient();
  return () => invalidate(queryClient, healthKeys.all, stoppingKeys.of(merchantId));
}
