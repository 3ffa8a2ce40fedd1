import type { Clock } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql, type Sql } from '#database/sql.ts';
import type { DueWork } from './worker.ts';

interface NewWork {
  kind: string;
  merchantId: string | null;
  objectId: string | null;
  dueAt: Date;
  payload?: Readonly<Record<string, unknown>>;
}

/** Puts work into the queue, in the transaction of the effect it follows from. */
export async function enqueueWork({ query, wakeWorkers }: Queries, newId: () => string, work: NewWork): Promise<void> {
  await query(
    sql`INSERT INTO due_work (work_id, kind, merchant_id, object_id, payload, due_at)
      VALUES (${newId()}, ${work.kind}, ${work.merchantId}, ${work.objectId}, ${JSON.stringify(work.payload ?? {})}::jsonb,
      ${work.dueAt})`,
  );
  wakeWorkers?.();
}

/** The same for work that exists once at a time under its id; false when it is in the queue already. */
export async function enqueueOnce({ query, wakeWorkers }: Queries, workId: string, work: NewWork): Promise<boolean> {
  const added = await query(
    sql`INSERT INTO due_work (work_id, kind, merchant_id, object_id, payload, due_at)
      VALUES (${workId}, ${work.kind}, ${work.merchantId}, ${work.objectId}, ${JSON.stringify(work.payload ?? {})}::jsonb,
      ${work.dueAt}) ON CONFLICT (work_id) DO NOTHING RETURNING work_id`,
  );
  wakeWorkers?.();
  return added.length > 0;
}

/** A job as it was claimed. */
export type ClaimedWork = DueWork & {
  /** Consecutive failed tries; a try whose process ended before it could report a failure counts too. */
  failures: number;
};

/**
 * The time by which leases begin and end: the database's, because the clocks of hosts differ. When a job is due is a time of the process that
 * wrote it.
 */
export const leaseTime = ({ moved }: Clock): Sql =>
  moved ? sql`(now() + ${moved()}::double precision * interval '1 millisecond')` : sql`now()`;

interface Claim {
  clock: Clock;
  /** Milliseconds for which this process keeps its claims. */
  lease: number;
  rooms: readonly { kind: string; room: number }[];
}

/** Claims due work for this process, a number of jobs of each kind, oldest first. Skips jobs that another instance has claimed. */
export async function claimWork(queries: Queries, claim: Claim): Promise<ClaimedWork[]> {
  if (claim.rooms.length === 0) return [];
  const claimed = await queries.query<ClaimedWork>(claimSql(claim));
  return claimed.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || (a.workId < b.workId ? -1 : 1));
}

/** Materialised, because a plan that runs the inner statement again would claim more jobs than there is room for. */
export const claimSql = ({ clock, lease, rooms }: Claim): Sql => sql`
  WITH free AS MATERIALIZED (
    SELECT w.work_id FROM jsonb_to_recordset(${JSON.stringify(rooms)}::jsonb) AS r(kind text, room integer)
    CROSS JOIN LATERAL (
      SELECT work_id FROM due_work
      WHERE lane IS NULL AND kind = r.kind AND due_at <= ${clock.now()}::timestamptz
        AND (claimed_until IS NULL OR claimed_until <= ${leaseTime(clock)})
      ORDER BY due_at, work_id LIMIT r.room FOR UPDATE SKIP LOCKED) AS w)
  UPDATE due_work AS d SET claimed_until = ${leaseTime(clock)} + ${lease}::double precision * interval '1 millisecond', attempts = attempts + 1,
    failures = failures + (claimed_until IS NOT NULL)::integer,
    last_error = CASE WHEN claimed_until IS NULL THEN last_error ELSE 'ProcessEnded before the try did' END,
    first_failed_at = CASE WHEN claimed_until IS NULL OR failures > 0 THEN first_failed_at ELSE ${clock.now()}::timestamptz END,
    last_failed_at = CASE WHEN claimed_until IS NULL THEN last_failed_at ELSE ${clock.now()}::timestamptz END
  FROM free WHERE d.work_id = free.work_id
  RETURNING d.work_id AS "workId", kind, merchant_id AS "merchantId", object_id AS "objectId", payload, due_at AS "dueAt",
    attempts, failures`;

/** Deletes finished work from the queue, unless its claim has expired and another instance has taken it over. */
export async function finishWork({ query }: Queries, { workId, attempts }: DueWork): Promise<void> {
  await query(sql`DELETE FROM due_work WHERE work_id = ${workId} AND attempts = ${attempts}`);
}

/** Returns work to the queue after a successful try, to run again at `dueAt`. */
export async function postponeWork(
  { query }: Queries,
  { workId, attempts }: DueWork,
  dueAt: Date,
  payload?: DueWork['payload'],
): Promise<void> {
  await query(
    sql`UPDATE due_work SET due_at = ${dueAt}::timestamptz, claimed_until = NULL, failures = 0, last_error = NULL,
        payload = coalesce(${payload ? JSON.stringify(payload) : null}::jsonb, payload)
      WHERE work_id = ${workId} AND attempts = ${attempts}`,
  );
}

interface Failed {
  failures: number;
  lastError: string;
  at: Date;
}

const failedAt = (at: Date) =>
  sql`first_failed_at = CASE WHEN failures = 0 THEN ${at}::timestamptz ELSE first_failed_at END,
    last_failed_at = ${at}::timestamptz`;

/** Returns work to the queue after a failure, to be retried at `dueAt`. */
export async function retryWork(
  { query }: Queries,
  { workId, attempts }: DueWork,
  { failures, lastError, at, dueAt }: Failed & { dueAt: Date },
): Promise<void> {
  await query(
    sql`UPDATE due_work SET due_at = ${dueAt}::timestamptz, claimed_until = NULL, failures = ${failures}, last_error = ${lastError},
      ${failedAt(at)}
      WHERE work_id = ${workId} AND attempts = ${attempts}`,
  );
}

/** Keeps work that failed too often as a dead letter. It is due never, which older builds understand too, until an operator puts it back. */
export async function deadLetterWork(
  { query }: Queries,
  { workId, attempts }: DueWork,
  { failures, lastError, at }: Failed,
): Promise<void> {
  await query(
    sql`UPDATE due_work SET due_at = 'infinity', dead_at = ${at}, claimed_until = NULL, failures = ${failures},
      last_error = ${lastError}, ${failedAt(at)}
      WHERE work_id = ${workId} AND attempts = ${attempts}`,
  );
}
