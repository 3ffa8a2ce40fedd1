import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { getMerchantStopping } from '@volume/contract/merchants/stopping.ts';
import { call } from '#platform/provider-api.ts';

/** Counted again whenever a dialog opens, and not while it is open. */
export function stoppingQuery(merchantId: string) {
  return queryOptions({
    queryKey: ['merchant-stopping', merchantId],
    queryFn: ({ signal }) => call(getMerchantStopping, { params: { merchantId }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Refetches what shows whether a merchant is disabled. */
export function useStateChanged(merchantId: string): () => void {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['merchant-health'] });
    void queryClient.invalidateQueries({ queryKey: ['merchant-stopping', merchantId] });
  };
}
