import {
  discardFailedJob as discardEndpoint,
  retryFailedJob as retryEndpoint,
  retryFailedJobs as retryAllEndpoint,
} from '@volume/contract/failed-jobs/failed-jobs.ts';
import { jobKindOf } from '@volume/contract/failed-jobs/job-kinds.ts';
import { type Action, recordActivity } from '#core/activity/record-activity.ts';
import { handle, type Handler } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import type { Clock, Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { leaseTime } from '#queue/due-work.ts';
import { listFailedJobs } from './list-failed-jobs.ts';

/** Runs a failed job again after a step-up. Of two administrators at the same time, the second gets 409 or 404. */
const retryFailedJob = handle(retryEndpoint, async (call) => {
  await retryJob(call.services, { jobId: call.params.jobId, reason: call.body.reason }, call);
});

/** Discards a dead job after a step-up; 422 for a job that must not be discarded. */
const discardFailedJob = handle(discardEndpoint, async (call) => {
  await discardJob(call.services, { jobId: call.params.jobId, reason: call.body.reason }, call);
});

/** Runs the dead jobs of one kind again after a step-up. */
const retryFailedJobs = handle(retryAllEndpoint, async (call) => {
  return retryKind(call.services, call.body, call);
});

type Given = Pick<Services, 'database' | 'clock'>;
interface Decision {
  jobId: string;
  reason: string;
}

/** Also used by `npm run admin -- failed-jobs`. A dead job starts counting its failures again. */
export async function retryJob({ database, clock }: Given, { jobId, reason }: Decision, by: Action): Promise<void> {
  const at = clock.now();
  await database.transaction(async (queries) => {
    const { kind } = await lockFailed(queries, jobId, clock);
    await queries.query(
      sql`UPDATE due_work SET due_at = ${at}, dead_at = NULL, failures = CASE WHEN dead_at IS NULL THEN failures ELSE 0 END
        WHERE work_id = ${jobId}`,
    );
    queries.wakeWorkers?.();
    const detail = `${jobKindOf(kind).label}: ${reason}`;
    await recordActivity(queries, by, { merchantId: null, action: 'FAILED_JOB_RETRIED', subject: jobId, detail });
  });
}

export async function discardJob({ database, clock }: Given, { jobId, reason }: Decision, by: Action): Promise<void> {
  await database.transaction(async (queries) => {
    const { kind, isDead } = await lockFailed(queries, jobId, clock);
    const { label, discarded } = jobKindOf(kind);
    if (discarded === null)
      throw new Problem(422, `${label}: a job of this kind cannot be discarded. Nothing was changed.`, {
        statusName: 'NOT_DISCARDABLE',
      });
    if (!isDead)
      throw new Problem(409, 'This job is still being retried. Nothing was changed.', { code: 'JOB_STILL_RETRIED' });
    await queries.query(sql`DELETE FROM due_work WHERE work_id = ${jobId}`);
    const detail = `${label}: ${reason}`;
    await recordActivity(queries, by, { merchantId: null, action: 'FAILED_JOB_DISCARDED', subject: jobId, detail });
  });
}

/** The failed job, locked until the end of the transaction. 404 when it no longer exists, 409 when it is running or no longer fails. */
async function lockFailed({ query }: Queries, jobId: string, clock: Clock): Promise<{ kind: string; isDead: boolean }> {
  const [job] = await query<{ kind: string; isDead: boolean; isFailed: boolean; isRunning: boolean }>(
    sql`SELECT kind, dead_at IS NOT NULL AS "isDead", failures > 0 AS "isFailed",
        coalesce(claimed_until > ${leaseTime(clock)}, false) AS "isRunning"
      FROM due_work WHERE work_id = ${jobId} FOR UPDATE`,
  );
  if (!job) throw notFound('This job');
  if (!job.isFailed)
    throw new Problem(409, 'This job was retried already, or has run since. Nothing was changed.', {
      code: 'JOB_NOT_FAILING',
    });
  if (job.isRunning)
    throw new Problem(409, 'This job is running at the moment. Nothing was changed.', { code: 'JOB_RUNNING' });
  return job;
}

/** Bounds the locks and the time of one call. */
const mostAtOnce = 10_000;

interface KindDecision {
  kind: string;
  reason: string;
}

/** Also used by `npm run admin -- failed-jobs`. Skips jobs about which another administrator is deciding at the same time. */
export async function retryKind({ database, clock }: Given, { kind, reason }: KindDecision, by: Action) {
  return database.transaction(async (queries) => {
    const jobs = await queries.query(
      sql`WITH picked AS MATERIALIZED (
          SELECT work_id FROM due_work WHERE kind = ${kind} AND failures > 0 AND dead_at IS NOT NULL
          LIMIT ${mostAtOnce} FOR UPDATE SKIP LOCKED)
        UPDATE due_work SET due_at = ${clock.now()}, dead_at = NULL, failures = 0
        WHERE work_id IN (SELECT work_id FROM picked) RETURNING work_id`,
    );
    if (jobs.length === 0) return { retried: 0, left: 0 };
    queries.wakeWorkers?.();
    const [left] = await queries.query<{ count: number }>(
      sql`SELECT count(*) AS count FROM due_work WHERE kind = ${kind} AND failures > 0 AND dead_at IS NOT NULL`,
    );
    const detail = `${jobKindOf(kind).label}, ${jobs.length.toLocaleString('en-GB')}: ${reason}`;
    await recordActivity(queries, by, { merchantId: null, action: 'FAILED_JOBS_RETRIED', subject: kind, detail });
    return { retried: jobs.length, left: left?.count ?? 0 };
  });
}

export const failedJobHandlers: readonly Handler[] = [
  listFailedJobs,
  retryFailedJob,
  discardFailedJob,
  retryFailedJobs,
];
