import { queryOptions } from '@tanstack/react-query';
import { toast } from '#design/overlay/toast.ts';
import { fetchMerchants, MerchantsUnauthorized, merchantsQuery } from './merchants-query.ts';
import { endRefusedSession, storedToken } from '#platform/session/session.ts';

const refusal = 'There was an error fetching merchants, please sign in again.';

/** The merchants for their own screen: a 401 tells why and leads to sign-in; other failures are 'Failed to fetch merchants' (§8). */
export function merchantListQuery() {
  return queryOptions({
    ...merchantsQuery(),
    // Without a signal: another call's refusal at the same time must not swallow the reason.
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
