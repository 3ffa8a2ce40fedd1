import { queryOptions } from '@tanstack/react-query';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import { keysOf } from './query-keys.ts';

export const namedKeyKeys = keysOf('named-keys');

/** Whether a deployment has named keys. Not the endpoint itself, which would load its schemas with the page. */
export const namedKeysCall = {
  method: 'GET',
  path: 'merchants/{}/applications/{}/keys',
  origin: 'ours',
} as const;

/** The named keys of an application. */
export const namedKeysQuery = (scope: Scope) =>
  queryOptions({
    queryKey: namedKeyKeys.of(scope),
    queryFn: async ({ signal }) => {
      // The overview asks this only for an application without a primary and a secondary key.
      const { listNamedKeys } = await import('@volume/contract/api-keys/named-keys.ts');
      return call(listNamedKeys, { params: scope, signal, applicationId: scope.applicationId });
    },
  });
