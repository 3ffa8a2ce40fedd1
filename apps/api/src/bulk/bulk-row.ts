import type { BulkGroup, BulkItemState, BulkJob, BulkJobState, BulkKind } from '@volume/contract/bulk/bulk.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { RefundReason } from '@volume/contract/pay-ins/refund-reasons.ts';
import { notFound } from '#core/problem.ts';
import type { WithSums } from '#core/handler.ts';
import type { Queries } from '#database/database.ts';
import { type Sql, sql } from '#database/sql.ts';

export interface JobName {
  merchantId: string;
  applicationId: string;
  bulkJobId: string;
}

export interface JobRow {
  bulkJobId: string;
  applicationId: string;
  kind: BulkKind;
  state: BulkJobState;
  userAccountId: string;
  isProved: boolean;
  createdBy: string;
  createdAt: Date;
  queuedAt: Date | null;
  startedAt: Date | null;
  endedAt: Date | null;
  endReason: string | null;
  refundPaymentReference: string | null;
  refundReason: RefundReason | null;
  refundReasonNote: string | null;
}

const jobColumns = sql`bulk_job_id AS "bulkJobId", application_id AS "applicationId", kind, state,
  user_account_id AS "userAccountId", is_proved AS "isProved", created_by AS "createdBy", created_at AS "createdAt",
  queued_at AS "queuedAt", started_at AS "startedAt", ended_at AS "endedAt", end_reason AS "endReason",
  refund_reference AS "refundPaymentReference", refund_reason AS "refundReason", refund_reason_note AS "refundReasonNote"`;

/** Reads jobs by a condition on `bulk_jobs`, optionally followed by an order and a limit. */
export const readJobRows = ({ query }: Queries, where: Sql): Promise<JobRow[]> =>
  query<JobRow>(sql`SELECT ${jobColumns} FROM bulk_jobs WHERE ${where}`);

export const isJob = ({ merchantId, applicationId, bulkJobId }: JobName): Sql =>
  sql`merchant_id = ${merchantId} AND application_id = ${applicationId} AND bulk_job_id = ${bulkJobId}`;

/** @throws Problem 404 when the application has no such job */
export async function readJobRow(queries: Queries, name: JobName): Promise<JobRow> {
  const [row] = await readJobRows(queries, isJob(name));
  if (!row) throw notFound('This bulk job');
  return row;
}

/** The job in the shape of the wire, with the counts of its rows. */
export async function readJob(queries: Queries, name: JobName): Promise<WithSums<BulkJob>> {
  const row = await readJobRow(queries, name);
  const [job] = await toJobs(queries, name.merchantId, [row]);
  if (!job) throw notFound('This bulk job');
  return job;
}

interface GroupRow {
  bulkJobId: string;
  state: BulkItemState;
  reason: string | null;
  currency: Currency | null;
  count: number;
  amount: number | bigint | null;
}

export async function toJobs(
  queries: Queries,
  merchantId: string,
  rows: readonly JobRow[],
): Promise<WithSums<BulkJob>[]> {
  const groups = await queries.query<GroupRow>(
    sql`SELECT bulk_job_id AS "bulkJobId", state, reason, currency::text AS currency, count(*) AS count, sum(amount) AS amount
     FROM bulk_items WHERE merchant_id = ${merchantId} AND bulk_job_id = ANY(${rows.map((row) => row.bulkJobId)}::uuid[])
     GROUP BY 1, 2, 3, 4 ORDER BY count(*) DESC, reason, 4`,
  );
  return rows.map(({ userAccountId: _person, isProved: _proved, createdAt, queuedAt, startedAt, endedAt, ...job }) => {
    const own = groups.filter(({ bulkJobId }) => bulkJobId === job.bulkJobId);
    return {
      ...job,
      createdAtUtc: toWireTime(createdAt),
      startedAtUtc: toTime(startedAt ?? queuedAt),
      endedAtUtc: toTime(endedAt),
      rows: own.reduce((sum, { count }) => sum + count, 0),
      groups: toGroups(own),
    };
  });
}

const toTime = (at: Date | null): string | null => at && toWireTime(at);

function toGroups(rows: readonly GroupRow[]): WithSums<BulkGroup>[] {
  const groups = new Map<string, WithSums<BulkGroup>>();
  for (const { state, reason, currency, count, amount } of rows) {
    const key = `${state} ${reason}`;
    const group = groups.get(key) ?? { state, reason, count: 0, totals: [] };
    group.count = Number(group.count) + count;
    if (currency !== null && amount !== null) group.totals = [...group.totals, { currency, amount }];
    groups.set(key, group);
  }
  return [...groups.values()];
}
