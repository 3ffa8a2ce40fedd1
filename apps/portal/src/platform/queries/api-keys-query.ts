import { queryOptions } from '@tanstack/react-query';
import { getApiKeys } from '@volume/contract/api-keys/api-keys.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import { keysOf } from './query-keys.ts';

export const apiKeyKeys = keysOf('api-keys');

/** A summary of an application's keys, never the keys themselves. */
export function apiKeysQuery(scope: Scope) {
  return queryOptions({
    queryKey: apiKeyKeys.of(scope),
    queryFn: ({ signal }) => call(getApiKeys, { params: scope, signal, applicationId: scope.applicationId }),
  });
}
