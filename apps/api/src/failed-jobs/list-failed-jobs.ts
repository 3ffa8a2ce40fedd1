import type { QueryOf } from '@volume/contract/endpoint.ts';
import {
  type FailedJob,
  type FailedKind,
  listFailedJobs as endpoint,
} from '@volume/contract/failed-jobs/failed-jobs.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { handle } from '#core/handler.ts';
import { type FilterRules, toWhere } from '#core/list-filters.ts';
import type { Queries } from '#database/database.ts';
import { type Sql, sql } from '#database/sql.ts';
import { leaseTime } from '#queue/due-work.ts';

const rules: FilterRules<Omit<QueryOf<typeof endpoint>, 'page' | 'size'>> = {
  state: (states) => sql`(CASE WHEN w.dead_at IS NULL THEN 'RETRYING' ELSE 'DEAD' END) = ANY(${states}::text[])`,
  kind: (kinds) => sql`w.kind = ANY(${kinds}::text[])`,
  merchantId: (id) => sql`w.merchant_id = ${id}::uuid`,
};

/** Failed jobs, dead ones first, each newest first (contract §8, Failed jobs). */
export const listFailedJobs = handle(endpoint, async ({ query, services: { database, clock } }) => {
  const { page, size } = query;
  const where = toWhere(rules, query, sql`w.last_error IS NOT NULL`);
  const [total] = await database.query<{ count: number }>(
    sql`SELECT count(*) AS count FROM due_work AS w WHERE ${where}`,
  );
  const rows = await database.query<JobRow>(
    sql`SELECT ${columns}, coalesce(w.claimed_until > ${leaseTime(clock)}, false) AS "isRunning" FROM due_work AS w WHERE ${where}
      ORDER BY w.dead_at DESC NULLS LAST, w.last_failed_at DESC NULLS LAST, w.work_id
      LIMIT ${size}::bigint OFFSET ${page * size}::bigint`,
  );
  const shown = await readShown(database, rows);
  const paged = toPage(
    rows.map((row) => toJob(row, row.objectId === null ? undefined : shown.get(row.objectId))),
    { page, size, totalElements: total?.count ?? 0 },
  );
  return { ...paged, kinds: await countKinds(database) };
});

type JobRow = Omit<FailedJob, 'state' | 'subject' | 'firstFailedAtUtc' | 'lastFailedAtUtc' | 'nextTryAtUtc'> & {
  objectId: string | null;
  deadAt: Date | null;
  firstFailedAt: Date | null;
  lastFailedAt: Date | null;
  /** Null for a dead job, which is due never: no wire has infinity. */
  dueAt: Date | null;
};

const columns = sql`w.work_id AS "jobId", w.kind, w.merchant_id AS "merchantId",
  (SELECT m.company_name FROM merchants AS m WHERE m.merchant_id = w.merchant_id) AS "merchantName",
  w.object_id AS "objectId", w.failures, w.last_error AS "lastError", w.dead_at AS "deadAt",
  CASE WHEN w.dead_at IS NULL THEN w.due_at END AS "dueAt", w.first_failed_at AS "firstFailedAt",
  coalesce(w.last_failed_at, w.dead_at) AS "lastFailedAt"`;

/** The page of a job's refund or payout. */
interface Shown {
  paymentId?: string;
  applicationId?: string;
}

/** By the id of the refund or payout. Separate queries, because a cluster stores these rows on the workers. */
async function readShown({ query }: Queries, jobs: readonly JobRow[]): Promise<Map<string, Shown>> {
  const shown = new Map<string, Shown>();
  const read = async (kinds: string, statement: (merchants: string[], objects: string[]) => Sql) => {
    const named = jobs.filter(({ kind }) => kind.startsWith(kinds));
    const merchants = [...new Set(named.flatMap(({ merchantId }) => merchantId ?? []))];
    const objects = named.flatMap(({ objectId }) => objectId ?? []);
    if (merchants.length === 0 || objects.length === 0) return;
    for (const { id, ...row } of await query<Shown & { id: string }>(statement(merchants, objects))) shown.set(id, row);
  };
  await read(
    'REFUND_',
    (merchants, refunds) => sql`SELECT refund_id AS id, payment_id AS "paymentId" FROM refunds
      WHERE merchant_id = ANY(${merchants}::uuid[]) AND refund_id = ANY(${refunds}::uuid[])`,
  );
  await read(
    'PAYOUT_',
    (merchants, payouts) => sql`SELECT payout_payment_id AS id, application_id AS "applicationId" FROM outbound_payments
      WHERE merchant_id = ANY(${merchants}::uuid[]) AND payout_payment_id = ANY(${payouts}::uuid[])`,
  );
  return shown;
}

function toJob(job: JobRow, shown: Shown = {}): FailedJob {
  const { objectId: _, deadAt, firstFailedAt, lastFailedAt, dueAt, ...row } = job;
  return {
    ...row,
    state: deadAt ? 'DEAD' : 'RETRYING',
    subject: subjectOf(job, shown),
    firstFailedAtUtc: firstFailedAt && toWireTime(firstFailedAt),
    lastFailedAtUtc: lastFailedAt && toWireTime(lastFailedAt),
    nextTryAtUtc: dueAt && toWireTime(dueAt),
  };
}

function subjectOf({ kind, objectId }: JobRow, shown: Shown): FailedJob['subject'] {
  const { paymentId: paymentOfRefund, applicationId } = shown;
  if (paymentOfRefund !== undefined) return { kind: 'PAYMENT', id: paymentOfRefund };
  if (objectId === null) return null;
  if (['PAYOUT_SUBMIT', 'PAYOUT_ASK', 'PAYOUT_TOLD'].includes(kind))
    return { kind: 'PAYOUT', id: objectId, ...(applicationId !== undefined && { applicationId }) };
  return ['PAYMENT_ATTEMPT', 'PAYMENT_NEWS', 'RECEIPT_MAIL'].includes(kind) ? { kind: 'PAYMENT', id: objectId } : null;
}

interface KindRow {
  kind: string;
  dead: number;
  retrying: number;
  first: Date | null;
  last: Date | null;
}

export async function countKinds({ query }: Queries): Promise<FailedKind[]> {
  const rows = await query<KindRow>(
    sql`SELECT kind, count(dead_at) AS dead, count(*) FILTER (WHERE dead_at IS NULL) AS retrying,
        min(first_failed_at) AS first, max(coalesce(last_failed_at, dead_at)) AS last
      FROM due_work WHERE last_error IS NOT NULL GROUP BY kind ORDER BY dead DESC, retrying DESC, kind`,
  );
  return rows.map(({ first, last, ...row }) => ({
    ...row,
    firstFailedAtUtc: first && toWireTime(first),
    lastFailedAtUtc: last && toWireTime(last),
  }));
}
