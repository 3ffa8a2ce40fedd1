import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryOf } from '@volume/contract/endpoint.ts';
import { listPayouts } from '@volume/contract/payouts.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import { type PayoutSearch, payoutSearch } from './payout-filters.ts';

export type PayoutQuery = QueryOf<typeof listPayouts>;

/** The call's query for an address (§7), the page zero-based. A filter of the call that is left out does not compile. */
export function toPayoutQuery(search: PayoutSearch, today: string, scope: Scope): PayoutQuery {
  return {
    ...payoutSearch.toPage(search, today),
    applicationId: scope.applicationId,
    merchantId: scope.merchantId,
    sort: 'createdAt,desc' as const,
  } satisfies Record<keyof PayoutQuery, unknown>;
}

/** One page of payouts, never treated as stale (§4 Caching): Refresh and own writes alone bring new ones. The old rows stand while others load. */
export function payoutListQuery(scope: Scope, query: PayoutQuery) {
  return queryOptions({
    queryKey: ['payouts', scope, query],
    queryFn: ({ signal }) => call(listPayouts, { params: scope, query, signal, applicationId: scope.applicationId }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
}
