import { queryOptions } from '@tanstack/react-query';
import { listInstitutions } from '@volume/contract/institutions/institutions.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from './query-keys.ts';

export const institutionKeys = keysOf('institutions');

/** All banks (§7). */
export function institutionsQuery() {
  return queryOptions({
    queryKey: institutionKeys.all,
    queryFn: ({ signal }) => call(listInstitutions, { signal }),
    staleTime: Infinity,
  });
}
