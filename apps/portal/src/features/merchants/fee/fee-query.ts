import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { getMerchantFee } from '@volume/contract/merchants/fee.ts';
import { call } from '#platform/provider-api.ts';
import { merchantListKeys } from '#features/merchants/merchants-query.ts';
import { merchantKeys } from '#platform/merchant-query.ts';
import { invalidate, keysOf, refetch } from '#platform/queries/query-keys.ts';

const feeKeys = keysOf('merchant-fee');

export function feeQuery(merchantId: string) {
  return queryOptions({
    queryKey: feeKeys.of(merchantId),
    queryFn: ({ signal }) => call(getMerchantFee, { params: { merchantId }, signal }),
  });
}

/** Refetches everything that shows a merchant's fee; resolves with the fee. */
export function useFeeChanged(merchantId: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    invalidate(queryClient, merchantListKeys.all, merchantKeys.all);
    await refetch(queryClient, feeKeys.of(merchantId));
  };
}
