import { queryOptions } from '@tanstack/react-query';
import { listRequestLog } from '@volume/contract/request-log/request-log.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import { requestLogKeys } from './shared-keys.ts';

/** The newest call with a key that names or made a payment, link, refund or payout. */
export const requestsOfQuery = (scope: Scope, objectId: string) => {
  const query = { objectId, page: 0, size: 1 };
  return queryOptions({
    queryKey: requestLogKeys.of(scope, query),
    queryFn: ({ signal }) => call(listRequestLog, { params: scope, query, signal, applicationId: scope.applicationId }),
    select: ({ content }) => content.length > 0,
    staleTime: 60_000,
  });
};
