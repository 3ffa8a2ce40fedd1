import { listMerchants, type Merchant } from '@volume/contract/merchants/merchants.ts';
import { queryOptions } from '@tanstack/react-query';
import { toast } from '#design/overlay/toast.ts';
import { type ErrorResult, statusOf } from '#platform/errors.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from '#platform/queries/query-keys.ts';
import { endRefusedSession, storedToken } from '#platform/session/session.ts';

export type MerchantsResult = { merchants: Merchant[] } | Required<ErrorResult<'UNAUTHORIZED' | 'API_NOT_OK_RESPONSE'>>;

/** 401 is 'UNAUTHORIZED', any other failure 'API_NOT_OK_RESPONSE' (§8 Merchants list). */
export async function fetchMerchants(signal?: AbortSignal): Promise<MerchantsResult> {
  try {
    return { merchants: await call(listMerchants, { signal, unauthorised: 'answer' }) };
  } catch (error) {
    if (signal?.aborted) throw error;
    return { error, type: statusOf(error) === 401 ? 'UNAUTHORIZED' : 'API_NOT_OK_RESPONSE' };
  }
}

/** Thrown when the merchant list is refused: the session has ended (§8 Admin merchants list). */
export class MerchantsUnauthorized extends Error {
  override name = 'MerchantsUnauthorized';
}

export const merchantListKeys = keysOf('merchants');

/** All merchants; other errors become 'Failed to fetch merchants' (§8). */
export function merchantsQuery() {
  return queryOptions({
    queryKey: merchantListKeys.all,
    queryFn: async ({ signal }) => {
      const result = await fetchMerchants(signal);
      if ('merchants' in result) return result.merchants;
      if (result.type === 'UNAUTHORIZED') throw new MerchantsUnauthorized('UNAUTHORIZED');
      throw new Error('Failed to fetch merchants', { cause: result.error });
    },
  });
}

const refusal = 'There was an error fetching merchants, please sign in again.';

/** A 401 shows the reason and redirects to sign-in; other errors become 'Failed to fetch merchants' (§8). */
export function merchantListQuery() {
  return queryOptions({
    ...merchantsQuery(),
    // Has no abort signal: when another request is refused at the same time, the abort must not swallow the reason.
    queryFn: async () => {
      const token = storedToken();
      const result = await fetchMerchants();
      if ('merchants' in result) return result.merchants;
      if (result.type !== 'UNAUTHORIZED') throw new Error('Failed to fetch merchants', { cause: result.error });
      toast.bad(refusal);
      endRefusedSession(token, false);
      throw new MerchantsUnauthorized(result.type);
    },
  });
}
