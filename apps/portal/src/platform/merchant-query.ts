import { type Application, getMerchant, type Merchant } from '@volume/contract/merchants/merchants.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { KnownGenericError, ShapeError, statusOf } from './errors.ts';
import { call } from './provider-api.ts';
import { keysOf, readAgain } from '#platform/queries/query-keys.ts';
import { endRefusedSession, storedToken } from '#platform/session/session.ts';

const failure = 'Failed to fetch merchant details';

export const merchantKeys = keysOf('merchant');

/**
 * A merchant with its applications: cached indefinitely, refetched on window focus (§4 Caching). It has no abort signal: when an administrator
 * enters a merchant, the next page waits for what the search of the last one has begun.
 */
export function merchantQuery(merchantId: string) {
  return queryOptions({
    queryKey: merchantKeys.of(merchantId),
    queryFn: () => fetchMerchant(merchantId),
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnWindowFocus: 'always',
  });
}

/** Refetches a merchant for all screens that use it. */
export const readMerchantAgain = (queryClient: QueryClient, merchantId: string): Promise<Merchant> =>
  readAgain(queryClient, merchantQuery(merchantId));

/** 401 and 403 sign out without a return address; other errors become 'Failed to fetch merchant details' (§8). */
async function fetchMerchant(merchantId: string): Promise<Merchant> {
  const token = storedToken();
  try {
    return await call(getMerchant, { params: { merchantId }, unauthorised: 'answer' });
  } catch (error) {
    if (error instanceof ShapeError) throw error;
    const status = statusOf(error);
    if (status === 401 || status === 403) {
      endRefusedSession(token, false);
      throw error;
    }
    throw new Error(failure, { cause: error });
  }
}

/**
 * The application in the address, otherwise the first (§4 Selected application).
 * @throws KnownGenericError 'Invalid application configuration' when the merchant has none
 */
export function selectApplication(merchant: Merchant, applicationId?: string): Application {
  const { applications } = merchant;
  const selected = applications.find((each) => each.applicationId === applicationId) ?? applications[0];
  if (!selected) throw new KnownGenericError('Invalid application configuration');
  return selected;
}
