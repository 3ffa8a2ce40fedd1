import { getMerchant } from '@volume/contract/merchants.ts';
import { queryOptions } from '@tanstack/react-query';
import { statusOf } from '#platform/errors.ts';
import { call } from '#platform/provider-api.ts';
import { isWorthRetrying } from '#platform/query-client.ts';

/** The 'UNAUTHORIZED' outcome of a merchant's view: the session is over (§8 Admin merchant view). */
export class MerchantUnauthorized extends Error {
  override name = 'MerchantUnauthorized';
}

/** One merchant as administrators see it; failures other than 401 are 'Failed to fetch merchant details' (§8). */
export function adminMerchantQuery(merchantId: string) {
  return queryOptions({
    queryKey: ['admin-merchant', merchantId],
    queryFn: async ({ signal }) => {
      try {
        return await call(getMerchant, { params: { merchantId }, signal, unauthorised: 'answer' });
      } catch (error) {
        if (signal.aborted) throw error;
        if (statusOf(error) === 401) throw new MerchantUnauthorized('UNAUTHORIZED');
        throw new Error('Failed to fetch merchant details', { cause: error });
      }
    },
    retry: (failures, error) => failures < 3 && isWorthRetrying(error.cause),
  });
}
