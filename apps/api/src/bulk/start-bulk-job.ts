import { startBulkJob as endpoint, stopBulkJob as stopEndpoint } from '@volume/contract/bulk/bulk.ts';
import { type Currency, sayAmount } from '@volume/contract/money/money.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { withIdempotency } from '#core/idempotency/with-idempotency.ts';
import { Problem, wrongField } from '#core/problem.ts';
import { holdMerchantEnabled, requireMoneyMoves } from '#core/refuse-money.ts';
import { lockMovedMoney, requireProofFor } from '#core/step-up/moved-money.ts';
import { isProved } from '#core/step-up/require-step-up.ts';
import { writeContext } from '#core/write-context.ts';
import { readPerson } from '#core/people/people.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { enqueueWork } from '#queue/due-work.ts';
import { isJob, type JobRow, readJob, readJobRow } from './bulk-row.ts';
import { endJob } from './end-bulk-job.ts';
import { lifeOfDraft } from './prepare-bulk-job.ts';

export const bulkWorkKind = 'BULK_JOB';
const mostOpen = 5;

/**
 * Starts a job exactly as it was prepared, once (contract §11). Its sum needs a step-up like a refund of that amount;
 * its rows then need none. 409 when it was prepared over an hour ago, or when five jobs of the merchant are open.
 */
export const startBulkJob = handle(endpoint, async (call) => {
  const { params, body = {}, services } = call;
  const { merchantId } = params;
  const { kind } = await readJobRow(services.database, params);
  const check = async () => {
    if (kind === 'REFUND') await requireMoneyMoves(services, merchantId);
  };
  const [given] = Object.entries(body).filter(([, value]) => value !== null);
  if (kind !== 'REFUND' && given) throw wrongField(given[0], 'can only be given for refunds');
  const isSure = await isProved(call);
  return withIdempotency(call, { endpoint, merchantId, check }, async (queries) => {
    await start(call, queries, isSure);
    return readJob(queries, params);
  });
});

async function start(call: Call<typeof endpoint>, queries: Queries, isSure: boolean): Promise<void> {
  const { params, body = {}, caller, services } = call;
  const { merchantId, bulkJobId } = params;
  await lockMovedMoney(queries, call, merchantId);
  await queries.query(sql`SELECT FROM bulk_jobs WHERE ${isJob(params)} FOR UPDATE`);
  const job = await readJobRow(queries, params);
  // Already started, in another tab or by a call whose answer was lost: return the job as it is.
  if (job.state !== 'PREPARED') return;
  const { at, newId } = writeContext(services);
  refuseOld(job, at);
  if (job.kind === 'REFUND') await holdMerchantEnabled(queries, merchantId);
  await refuseAboveOpen(queries, merchantId);
  const planned = await readPlanned(queries, merchantId, bulkJobId);
  if (planned.count === 0)
    throw new Problem(409, 'No row of this job can be done. Nothing was started.', { code: 'NOTHING_TO_DO' });
  if (!isSure) {
    for (const sum of planned.sums) await requireProofFor(queries, call, { merchantId, at, ...sum });
  }
  await queries.query(
    sql`UPDATE bulk_jobs SET state = 'QUEUED', queued_at = ${at}, is_proved = ${isSure},
      user_account_id = ${caller.userAccountId}, created_by = ${caller.email},
      refund_reference = ${body.refundPaymentReference ?? null}, refund_reason = ${body.refundReason ?? null},
      refund_reason_note = ${body.refundReasonNote ?? null} WHERE ${isJob(params)}`,
  );
  await enqueueWork(queries, newId, { kind: bulkWorkKind, merchantId, objectId: bulkJobId, dueAt: at });
  const sums = planned.sums.map(({ amount, currency }) => sayAmount(amount, currency));
  const detail = [job.kind, `${planned.count} rows`, ...sums].join(', ');
  await recordActivity(queries, call, { merchantId, action: 'BULK_JOB_STARTED', subject: bulkJobId, detail });
}

function refuseOld({ createdAt }: JobRow, at: Date): void {
  if (at.getTime() - createdAt.getTime() < lifeOfDraft) return;
  throw new Problem(409, 'This was prepared over an hour ago. Nothing was started; prepare it again.', {
    code: 'BULK_JOB_EXPIRED',
  });
}

async function refuseAboveOpen({ query }: Queries, merchantId: string): Promise<void> {
  const open = await query(
    sql`SELECT FROM bulk_jobs WHERE merchant_id = ${merchantId} AND state IN ('QUEUED', 'RUNNING') LIMIT ${mostOpen}`,
  );
  if (open.length < mostOpen) return;
  throw new Problem(409, 'Five bulk jobs are waiting or running already. Nothing was started; try again later.', {
    code: 'TOO_MANY_BULK_JOBS',
  });
}

async function readPlanned({ query }: Queries, merchantId: string, bulkJobId: string) {
  const rows = await query<{ currency: Currency | null; count: number; amount: number | null }>(
    sql`SELECT currency::text AS currency, count(*) AS count, sum(amount) AS amount FROM bulk_items
     WHERE merchant_id = ${merchantId} AND bulk_job_id = ${bulkJobId} AND state = 'PLANNED' GROUP BY 1 ORDER BY 1`,
  );
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    sums: rows.flatMap(({ currency, amount }) => (currency && amount ? [{ currency, amount }] : [])),
  };
}

/** Stops a job between two rows; a job that has ended stays unchanged. */
export const stopBulkJob = handle(stopEndpoint, async (call) => {
  const { params, caller, services } = call;
  return services.database.transaction(async (queries) => {
    await readJobRow(queries, params);
    const at = services.clock.now();
    const by = await readPerson(queries, params.merchantId, caller.email);
    const isStopped = await endJob(queries, params, { at, reason: `Stopped by ${by}.` });
    const { merchantId, bulkJobId } = params;
    if (isStopped) await recordActivity(queries, call, { merchantId, action: 'BULK_JOB_STOPPED', subject: bulkJobId });
    return readJob(queries, params);
  });
});
