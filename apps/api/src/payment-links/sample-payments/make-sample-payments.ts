import { makeSamplePayments as endpoint, samplePaymentCount } from '@volume/contract/payment-links/sample-payments.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { notFound, tooMany } from '#core/problem.ts';
import { holdMerchantEnabled, requireMoneyMoves } from '#core/refuse-money.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { enqueueOnce } from '#queue/due-work.ts';
import { requirePlaces } from './play-payment.ts';
import { samplePaymentKind } from './sample-payment-worker.ts';

/**
 * Starts a batch of sample payments (contract §8). A merchant has one batch at a time: calls in the meantime start nothing, also
 * concurrent ones. 404 outside a sandbox and with real providers; 422 without a virtual account or a bank that could take part;
 * 429 after five batches in 24 hours.
 */
export const makeSamplePayments = handle(endpoint, async (call) => {
  const { params, services } = call;
  const { merchantId } = params;
  if (!services.settings.isSandbox || services.settings.provider === 'GATEWAY') throw notFound('This call');
  await requireMoneyMoves(services, merchantId);
  await requirePlaces(services.database, params, 'Sample payments need');
  const isNew = await services.database.transaction((queries) => start(call, queries));
  return { payments: samplePaymentCount, isNew };
});

/** The id of the merchant's job, so that there is one at a time. */
const jobOf = async ({ query }: Queries, merchantId: string): Promise<string> => {
  const [row] = await query<{ id: string }>(sql`SELECT md5(${`${samplePaymentKind} ${merchantId}`})::uuid AS id`);
  if (!row) throw new Error('No id for the job.');
  return row.id;
};

async function start(call: Call<typeof endpoint>, queries: Queries): Promise<boolean> {
  const { params, caller } = call;
  const { merchantId, applicationId } = params;
  const { at, newId } = writeContext(call.services);
  await holdMerchantEnabled(queries, merchantId);
  const batchId = newId();
  const isNew = await enqueueOnce(queries, await jobOf(queries, merchantId), {
    kind: samplePaymentKind,
    merchantId,
    objectId: batchId,
    dueAt: at,
    payload: { applicationId, createdBy: caller.email },
  });
  if (!isNew) return false;
  await refuseTooOften(queries, merchantId, at);
  const note = { subject: applicationId, detail: `${samplePaymentCount} payments` };
  await recordActivity(queries, call, { merchantId, action: 'SAMPLE_PAYMENTS_STARTED', ...note });
  return true;
}

const day = 86_400_000;
const mostADay = 5 * samplePaymentCount;

/** The payments of scenarios are not among these (`SAMPLE-PAID-…`). */
const ofBatches = '^SAMPLE-[0-9A-F]{2}[0-9]{2}$';

/** Counts the payments that were made, within the transaction that holds the job, so that no other call starts in the meantime. */
async function refuseTooOften({ query }: Queries, merchantId: string, at: Date): Promise<void> {
  const [made] = await query<{ count: number; first: Date | null }>(
    sql`SELECT count(*)::integer AS count, min(created_at) AS first FROM payments
      WHERE merchant_id = ${merchantId} AND is_sample AND merchant_payment_id ~ ${ofBatches} AND created_at > ${new Date(at.getTime() - day)}`,
  );
  if (!made?.first || made.count < mostADay) return;
  const wait = made.first.getTime() + day - at.getTime();
  throw tooMany('Sample payments were made five times in 24 hours. Please try again later.', wait / 1000);
}
