import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listFileSchedules, listScheduledFiles } from '@volume/contract/scheduled-files/scheduled-files.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from '#platform/queries/query-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { type ScheduledFilesSearch, scheduledFilesSearch } from './scheduled-files-search.ts';

export const fileScheduleKeys = keysOf('file-schedules');
export const scheduledFileKeys = keysOf('scheduled-files');

export function fileSchedulesQuery(scope: Scope) {
  return queryOptions({
    queryKey: fileScheduleKeys.of(scope),
    queryFn: ({ signal }) => call(listFileSchedules, { params: scope, signal, applicationId: scope.applicationId }),
  });
}

/** One page of the files, newest first. */
export function scheduledFilesQuery(scope: Scope, search: ScheduledFilesSearch) {
  const query = scheduledFilesSearch.toPage(search, '');
  return queryOptions({
    queryKey: scheduledFileKeys.of(scope, query),
    queryFn: ({ signal }) =>
      call(listScheduledFiles, { params: scope, query, signal, applicationId: scope.applicationId }),
    placeholderData: keepPreviousData,
  });
}

/** The file that a mailed link leads to; null when it has been deleted. */
export function linkedFileQuery(scope: Scope, fileId: string) {
  const query = { fileId, page: 0, size: 1 };
  return queryOptions({
    queryKey: scheduledFileKeys.of(scope, query),
    queryFn: async ({ signal }) => {
      const page = await call(listScheduledFiles, { params: scope, query, signal, applicationId: scope.applicationId });
      return page.content[0] ?? null;
    },
  });
}
