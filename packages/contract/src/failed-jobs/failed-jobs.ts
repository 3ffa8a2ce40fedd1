import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { Id } from '@volume/contract/ids.ts';
import { pageOf } from '@volume/contract/lists/page.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { listOf, PageNumber, PageSize } from '@volume/contract/lists/query-text.ts';
import { plainText } from '@volume/contract/text/plain-text.ts';
import { failedJobStates, jobKinds } from './job-kind-names.ts';

/** A job whose last try failed (contract §8, Failed jobs). */
export const FailedJob = z.object({
  jobId: z.string(),
  /** One of `jobKinds`, or a kind that only a newer build knows. */
  kind: z.string(),
  state: z.enum(failedJobStates),
  merchantId: z.nullable(z.string()),
  merchantName: z.nullable(z.string()),
  /** The payment, or the payout and its application, that the job is about; for a refund its payment. */
  subject: z.nullable(
    z.object({
      kind: z.enum(['PAYMENT', 'PAYOUT']),
      id: z.string(),
      applicationId: z.optional(z.string()),
    }),
  ),
  /** Consecutive failed tries; 0 for a dead job that an administrator has put back and that has not run yet. */
  failures: z.int(),
  /** Class, code and line of the last error, never its message. */
  lastError: z.nullable(z.string()),
  /** The first and last of these failures; null for failures from before they were recorded. */
  firstFailedAtUtc: z.nullable(UtcTime),
  lastFailedAtUtc: z.nullable(UtcTime),
  /** When it is tried again; null for a dead job. */
  nextTryAtUtc: z.nullable(UtcTime),
  isRunning: z.boolean(),
});
export type FailedJob = z.output<typeof FailedJob>;

export const FailedKind = z.object({
  kind: z.string(),
  dead: z.int(),
  retrying: z.int(),
  firstFailedAtUtc: z.nullable(UtcTime),
  lastFailedAtUtc: z.nullable(UtcTime),
});
export type FailedKind = z.output<typeof FailedKind>;

export const FailedJobPage = z.extend(pageOf(FailedJob), {
  /** The failed jobs of each kind, regardless of the filters; kinds with the most dead jobs first. */
  kinds: z.array(FailedKind),
});
export type FailedJobPage = z.output<typeof FailedJobPage>;

export const JobReason = plainText(200);
const mayAct = { kind: 'admin', effect: 'write' } as const;
const JobParams = z.object({ jobId: Id });
const body = z.strictObject({ reason: JobReason });

export const listFailedJobs = endpoint({
  name: 'listFailedJobs',
  summary: 'Failed jobs: those that wait for an administrator first, then those that are retried',
  origin: 'ours',
  method: 'GET',
  path: 'failed-jobs',
  access: { kind: 'admin', effect: 'read' },
  query: z.object({
    state: z.optional(listOf(failedJobStates)),
    kind: z.optional(listOf(jobKinds)),
    merchantId: z.optional(Id),
    page: PageNumber,
    size: PageSize,
  }),
  response: FailedJobPage,
});

export const retryFailedJob = endpoint({
  name: 'retryFailedJob',
  summary: 'Run a failed job again immediately',
  origin: 'ours',
  method: 'POST',
  path: 'failed-jobs/{jobId}/retry',
  access: mayAct,
  stepUp: 'always',
  params: JobParams,
  body,
  status: 204,
});

export const discardFailedJob = endpoint({
  name: 'discardFailedJob',
  summary: 'Discard a dead job whose effect is no longer needed; never a job of an order',
  origin: 'ours',
  method: 'POST',
  path: 'failed-jobs/{jobId}/discard',
  access: mayAct,
  stepUp: 'always',
  params: JobParams,
  body,
  status: 204,
});

export const retryFailedJobs = endpoint({
  name: 'retryFailedJobs',
  summary: 'Run the dead jobs of one kind again, 10,000 at a time',
  origin: 'ours',
  method: 'POST',
  path: 'failed-jobs/retry',
  access: mayAct,
  stepUp: 'always',
  body: z.strictObject({ kind: z.enum(jobKinds), reason: JobReason }),
  response: z.object({ retried: z.int(), left: z.int() }),
});

export const failedJobEndpoints = { listFailedJobs, retryFailedJob, discardFailedJob, retryFailedJobs };
