import { getMerchant, type Merchant } from '@volume/contract/merchants/merchants.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { toast } from '#design/overlay/toast.ts';
import { type ErrorResult, ShapeError, statusOf } from '#platform/errors.ts';
import { merchantKeys } from '#platform/merchant-query.ts';
import { merchantsQuery } from '#features/merchants/merchants-query.ts';
import { call } from '#platform/provider-api.ts';
import { endRefusedSession, storedToken } from '#platform/session/session.ts';

const refusal = 'There was an error fetching merchant details, please sign in again.';
const failure = 'Failed to fetch merchant details';

/**
 * A merchant on the administrators' screen. Starts with the list's cached row and refetches it. Changes that make the
 * merchant's own portal stale make this stale too. UNAUTHORIZED shows the reason and signs out; other errors become
 * 'Failed to fetch merchant details' (§8).
 */
export function merchantViewQuery(queryClient: QueryClient, merchantId: string) {
  return queryOptions({
    queryKey: merchantKeys.of(merchantId, 'view'),
    queryFn: async () => {
      const token = storedToken();
      const result = await fetchMerchantView(merchantId);
      if ('merchant' in result) return result.merchant;
      if (result.type === 'UNAUTHORIZED') {
        toast.bad(refusal);
        endRefusedSession(token, false);
      }
      throw result.error;
    },
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnWindowFocus: 'always',
    placeholderData: () =>
      queryClient.getQueryData(merchantsQuery().queryKey)?.find((each) => each.merchantId === merchantId),
  });
}

type MerchantView = { merchant: Merchant } | (ErrorResult<'UNAUTHORIZED'> & { error: Error });

async function fetchMerchantView(merchantId: string): Promise<MerchantView> {
  try {
    return { merchant: await call(getMerchant, { params: { merchantId }, unauthorised: 'answer' }) };
  } catch (error) {
    if (error instanceof ShapeError) return { error };
    const failed = new Error(failure, { cause: error });
    const status = statusOf(error);
    return status === 401 || status === 403 ? { error: failed, type: 'UNAUTHORIZED' } : { error: failed };
  }
}
