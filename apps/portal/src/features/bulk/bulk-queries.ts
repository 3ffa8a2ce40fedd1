import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type BulkJob, getBulkJob, listBulkItems, listBulkJobs } from '@volume/contract/bulk/bulk.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from '#platform/queries/query-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { type BulkItemSearch, bulkItemSearch, type BulkJobSearch, bulkJobSearch } from './bulk-filters.ts';

const lookMs = 1_500;

export const isUnderWay = ({ state }: Pick<BulkJob, 'state'>): boolean => state === 'QUEUED' || state === 'RUNNING';

export const bulkJobKeys = keysOf('bulk-jobs');

/** One page of started jobs; polled while one of them is running. */
export function bulkJobsQuery(scope: Scope, search: BulkJobSearch) {
  const query = bulkJobSearch.toPage(search, '');
  return queryOptions({
    queryKey: bulkJobKeys.of(scope, query),
    queryFn: ({ signal }) => call(listBulkJobs, { params: scope, query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (!state.error && state.data?.content.some(isUnderWay) ? lookMs : false),
  });
}

export function bulkJobQuery(scope: Scope, bulkJobId: string) {
  return queryOptions({
    queryKey: bulkJobKeys.of(scope, 'one', bulkJobId),
    queryFn: ({ signal }) => call(getBulkJob, { params: { ...scope, bulkJobId }, signal }),
    refetchInterval: ({ state }) => (!state.error && state.data && isUnderWay(state.data) ? lookMs : false),
  });
}

/** One page of a job's rows; `isOpen` while they can still change. */
export function bulkItemsQuery(scope: Scope, bulkJobId: string, search: BulkItemSearch, isOpen: boolean) {
  const query = bulkItemSearch.toPage(search, '');
  return queryOptions({
    // Fetches the rows once more when the job has ended.
    queryKey: bulkJobKeys.of(scope, 'items', bulkJobId, query, isOpen),
    queryFn: ({ signal }) => call(listBulkItems, { params: { ...scope, bulkJobId }, query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (!state.error && isOpen ? lookMs : false),
  });
}
