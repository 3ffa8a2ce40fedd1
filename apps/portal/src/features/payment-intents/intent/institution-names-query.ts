import { listInstitutions } from '@volume/contract/institutions.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#platform/provider-api.ts';

/** Banks' names by their ids. */
export function institutionNamesQuery() {
  return queryOptions({
    queryKey: ['institutions'],
    queryFn: ({ signal }) => call(listInstitutions, { signal }),
    select: (institutions) => new Map(institutions.map(({ institutionId, name }) => [institutionId, name])),
    staleTime: Infinity,
  });
}
