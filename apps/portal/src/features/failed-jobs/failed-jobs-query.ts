import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { QueryOf } from '@volume/contract/endpoint.ts';
import {
  discardFailedJob,
  type FailedJob,
  listFailedJobs,
  retryFailedJob,
  retryFailedJobs,
} from '@volume/contract/failed-jobs/failed-jobs.ts';
import { toast } from '#design/overlay/toast.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate, keysOf } from '#platform/queries/query-keys.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { type FailedJobSearch, failedJobSearch } from './failed-job-filters.ts';
import { countText, type JobKindName } from './failed-job-labels.ts';

type FailedJobQuery = QueryOf<typeof listFailedJobs>;

const failedJobKeys = keysOf('failed-jobs');

/** Milliseconds. Jobs fail and run again without anybody on this page. */
const lookMs = 30_000;
/** Where a job is now: running, or retried and when it runs next. */
const soonMs = 3_000;

const queryFor = (query: FailedJobQuery) =>
  queryOptions({
    queryKey: failedJobKeys.of(query),
    queryFn: ({ signal }) => call(listFailedJobs, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data, error } }) =>
      !error && data?.content.some(({ failures, isRunning }) => failures === 0 || isRunning) ? soonMs : lookMs,
  });

/** The request's query has a zero-based page. A missing filter of the endpoint is a compile error. */
export const failedJobsQuery = (search: FailedJobSearch) =>
  // It has no date filters, so today does not matter.
  queryFor(failedJobSearch.toPage(search, '') satisfies Record<keyof FailedJobQuery, unknown>);

/** For the number of dead jobs in the navigation. */
export const deadJobsQuery = () => queryFor({ state: ['DEAD'], page: 0, size: 1 });

/** An administrator's decision about one job, or about the dead jobs of a kind. */
export type Decision =
  | { action: 'retry' | 'discard'; job: FailedJob }
  | { action: 'retry-kind'; kind: JobKindName; dead: number };

export function useDecision(decision: Decision, onDone: () => void) {
  const queryClient = useQueryClient();
  const send = async (body: { reason: string }, stepUp: string | undefined): Promise<string> => {
    if (decision.action === 'retry-kind') {
      const { retried } = await call(retryFailedJobs, { body: { ...body, kind: decision.kind }, stepUp });
      return retried === 0 ? 'No job needed a decision any more' : `${countText(retried)} will run again`;
    }
    const { action, job } = decision;
    await call(action === 'retry' ? retryFailedJob : discardFailedJob, { params: { jobId: job.jobId }, body, stepUp });
    return action === 'retry' ? 'The job will run again' : 'The job was discarded';
  };
  return useWrite(
    // Refetched after a refusal too: another administrator has decided, or the job has run.
    (body: { reason: string }, { stepUp }) =>
      send(body, stepUp).finally(() => invalidate(queryClient, failedJobKeys.all)),
    (done) => {
      toast.good(done);
      onDone();
    },
  );
}
