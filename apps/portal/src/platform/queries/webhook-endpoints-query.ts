import { queryOptions } from '@tanstack/react-query';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import { keysOf } from './query-keys.ts';

export const endpointKeys = keysOf('webhook-endpoints');

/** Whether a deployment has endpoints. Not the endpoint itself, which would load its schemas with the page. */
export const endpointsCall = {
  method: 'GET',
  path: 'merchants/{}/applications/{}/webhook-endpoints',
  origin: 'ours',
} as const;

export const endpointsQuery = (scope: Scope) =>
  queryOptions({
    queryKey: endpointKeys.of(scope),
    // Its last delivery is from a moment ago.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      // The overview asks this only for an application without an address.
      const { listWebhookEndpoints } = await import('@volume/contract/webhooks/webhook-endpoints.ts');
      return call(listWebhookEndpoints, { params: scope, signal, applicationId: scope.applicationId });
    },
  });
