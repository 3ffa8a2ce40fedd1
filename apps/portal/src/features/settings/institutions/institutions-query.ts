import { queryOptions } from '@tanstack/react-query';
import { listInstitutions } from '@volume/contract/institutions.ts';
import { call } from '#platform/provider-api.ts';

/** Every bank there is (§7). */
export function institutionsQuery() {
  return queryOptions({
    queryKey: ['institutions'],
    queryFn: ({ signal }) => call(listInstitutions, { signal }),
    staleTime: Infinity,
  });
}
