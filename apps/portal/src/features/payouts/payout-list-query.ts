import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listPayouts } from '@volume/contract/payouts.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import type { PayoutQuery } from './to-payout-query.ts';

/** One page of payouts, never treated as stale (§4 Caching): Refresh and own writes alone bring new ones. The old rows stand while others load. */
export function payoutListQuery(scope: Scope, query: PayoutQuery) {
  return queryOptions({
    queryKey: ['payouts', scope, query],
    queryFn: ({ signal }) => call(listPayouts, { params: scope, query, signal, applicationId: scope.applicationId }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
}
