import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listRequestLog, type RequestLogFilters, type requestSorts } from '@volume/contract/request-log/request-log.ts';
import { call } from '#platform/provider-api.ts';
import { requestLogKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { type RequestSearch, requestSearch } from './request-filters.ts';

/** The filters of the list and its file. A missing one does not compile. */
export const toRequestFilters = (search: RequestSearch): RequestLogFilters =>
  // Its days have no default, so today does not matter.
  requestSearch.toWire(search, '') satisfies Record<keyof RequestLogFilters, unknown>;

const sorts: Record<string, (typeof requestSorts)[number]> = {
  'at-asc': 'at,asc',
  'duration-desc': 'durationMs,desc',
  'duration-asc': 'durationMs,asc',
};

export function requestsQuery(scope: Scope, search: RequestSearch) {
  const { page, size } = requestSearch.toPage(search, '');
  const query = { ...toRequestFilters(search), sort: sorts[search.sort ?? ''] ?? 'at,desc', page, size };
  return queryOptions({
    queryKey: requestLogKeys.of(scope, query),
    queryFn: ({ signal }) => call(listRequestLog, { params: scope, query, signal, applicationId: scope.applicationId }),
    placeholderData: keepPreviousData,
  });
}
