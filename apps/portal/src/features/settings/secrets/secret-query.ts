import { queryOptions } from '@tanstack/react-query';
import { getSecretSummary } from '@volume/contract/secrets.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';

/** Which keys an application has, never the keys themselves. */
export function secretQuery(scope: Scope) {
  return queryOptions({
    queryKey: ['secret', scope],
    queryFn: ({ signal }) => call(getSecretSummary, { params: scope, signal, applicationId: scope.applicationId }),
  });
}
