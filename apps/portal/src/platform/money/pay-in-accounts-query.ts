import { queryOptions } from '@tanstack/react-query';
import { listPayInAccounts } from '@volume/contract/balances.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from './scope.ts';
import { readSession } from '#platform/session.ts';

/** An administrator's answer lives just long enough to reach its page. */
const handOverMs = 5_000;

/**
 * An application's pay-in accounts with their balances. For merchants cached without expiry (§4 Caching), brought anew by
 * Refresh and own writes; for administrators not cached (contract §9).
 */
export function payInAccountsQuery(scope: Scope) {
  const isAdmin = readSession().kind === 'admin';
  return queryOptions({
    queryKey: ['pay-in-accounts', scope],
    queryFn: ({ signal }) => call(listPayInAccounts, { params: scope, signal, applicationId: scope.applicationId }),
    staleTime: isAdmin ? handOverMs : Infinity,
    gcTime: isAdmin ? handOverMs : Infinity,
  });
}
