import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { getMerchantFee } from '@volume/contract/merchants/fee.ts';
import { call } from '#platform/provider-api.ts';

export function feeQuery(merchantId: string) {
  return queryOptions({
    queryKey: ['merchant-fee', merchantId],
    queryFn: ({ signal }) => call(getMerchantFee, { params: { merchantId }, signal }),
  });
}

/** Refetches what shows a merchant's fee; resolves with the fee. */
export function useFeeChanged(merchantId: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    for (const key of ['merchants', 'merchant-view']) void queryClient.invalidateQueries({ queryKey: [key] });
    await queryClient.invalidateQueries({ queryKey: ['merchant-fee', merchantId] });
  };
}
