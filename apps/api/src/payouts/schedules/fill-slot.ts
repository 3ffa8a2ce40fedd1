import { sayMajor } from '@volume/contract/money/money.ts';
import { nextPayoutRuns } from '@volume/contract/payouts/schedules.ts';
import type { Queries } from '#database/database.ts';
import { lockMerchantEnabled } from '#database/merchants/read-merchants.ts';
import { sql } from '#database/sql.ts';
import { Problem } from '#core/problem.ts';
import { readLargestAmount } from '#core/refuse-money.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { lockBooks } from '#ledger/post.ts';
import { defaultDestination, findPayoutAccount } from '#payouts/payout-account.ts';
import { reservePayout } from '#payouts/reserve-payout.ts';
import type { Requester } from '#orders/approvals/exclusions.ts';
import { lockOrders } from '#orders/approvals/recipient-sums.ts';
import type { Worker } from '#queue/worker.ts';
import { enqueueSlot, scheduleColumns, type ScheduleRow, slotKind } from './schedule-row.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { mailToAdministrators } from '#core/mail/mail-administrators.ts';
import { byItself, recordActivity } from '#core/activity/record-activity.ts';

interface Slot {
  merchantId: string;
  scheduleId: string;
  at: Date;
}

/**
 * Fills a schedule's slot exactly once, also with concurrent workers, and enqueues the next one. A slot that cannot be
 * filled is recorded with its reason; the schedule continues and missed slots are not made up for.
 */
export const slotWorker: Worker = {
  kind: slotKind,
  run: async (services, { merchantId, objectId, payload }) => {
    if (merchantId === null || objectId === null) throw new Error('A slot names its schedule.');
    const slot = { merchantId, scheduleId: objectId, at: new Date(String(payload['slot'])) };
    await services.database.transaction((queries) => fillSlot(services, queries, slot));
  },
};

async function fillSlot(services: Services, queries: Queries, slot: Slot): Promise<void> {
  const { merchantId, scheduleId, at } = slot;
  await lockOrders(queries, merchantId);
  const [schedule] = await queries.query<ScheduleRow>(
    sql`SELECT ${scheduleColumns} FROM payout_schedules
      WHERE merchant_id = ${merchantId} AND schedule_id = ${scheduleId} FOR UPDATE`,
  );
  // Already filled, or the schedule was changed after this slot was enqueued.
  if (!schedule?.enabled || schedule.nextRunAt.getTime() !== at.getTime()) return;
  const miss = (await whyHeld(services, queries, slot)) ?? (await payOut(services, queries, { schedule, slot }));
  if (miss) await recordMiss(services, queries, slot, miss);
  if (miss?.needsSomebody) await mailMiss(services, queries, slot, miss);
  // A schedule that could not run for days continues from now, instead of missing a slot for each day.
  const { at: now, newId } = writeContext(services);
  const from = miss ? Math.max(at.getTime(), now.getTime()) : at.getTime();
  const next = new Date(nextPayoutRuns(schedule, from, 1)[0] ?? 0);
  await queries.query(
    sql`UPDATE payout_schedules SET next_run_at = ${next} WHERE merchant_id = ${merchantId} AND schedule_id = ${scheduleId}`,
  );
  await enqueueSlot(queries, newId, { merchantId, scheduleId, at: next });
}

const unavoidable = (reason: string): Miss => ({ reason, needsSomebody: false });

async function whyHeld({ settings }: Services, queries: Queries, { merchantId }: Slot): Promise<Miss | null> {
  if (!(await lockMerchantEnabled(queries, merchantId))) return unavoidable('The merchant is disabled.');
  return settings.provider === 'NONE' ? unavoidable('No account provider is connected.') : null;
}

interface Filling {
  schedule: ScheduleRow;
  slot: Slot;
}

async function payOut(services: Services, queries: Queries, { schedule, slot }: Filling): Promise<Miss | null> {
  try {
    const account = await findPayoutAccount(queries, { ...schedule, merchantId: slot.merchantId });
    const destination = await defaultDestination(queries, account);
    const { AVAILABLE: available } = await lockBooks(queries, account);
    const context = writeContext(services);
    const largest = await readLargestAmount({ ...services, database: queries }, slot.merchantId, context.at);
    const amount = amountOf(schedule, available, largest);
    if (typeof amount !== 'number') return amount;
    const requester = await readSetter(queries, slot);
    const reference = schedule.reference ?? null;
    const made = { account, destination, amount, reference, initiatedBy: null, requester, slot };
    await reservePayout(queries, services, context, made);
    return null;
  } catch (error) {
    // The account can no longer pay out, or no user is left who can approve it; nothing was written yet.
    if (error instanceof Problem && error.status < 500) return { reason: error.message, needsSomebody: true };
    throw error;
  }
}

/** The user who set the schedule counts as the maker, so another has to approve (contract §11). */
async function readSetter({ query }: Queries, { merchantId, scheduleId }: Slot): Promise<Requester> {
  const [row] = await query<{ accountId: string | null; email: string | null }>(
    sql`SELECT a.user_account_id AS "accountId", s.updated_by AS email FROM payout_schedules AS s
     LEFT JOIN accounts AS a ON lower(a.email) = lower(s.updated_by)
     WHERE s.merchant_id = ${merchantId} AND s.schedule_id = ${scheduleId}`,
  );
  return { source: 'SCHEDULE', accountId: row?.accountId ?? null, email: row?.email ?? 'Payout schedule' };
}

/** Minor units. When the amount above the minimum balance exceeds the largest payout, it is paid in several slots. */
function amountOf(schedule: ScheduleRow, available: number | bigint, largestAmount: number): number | Miss {
  const above = BigInt(available) - BigInt(schedule.minimumBalance);
  if (schedule.amountType === 'ALL') {
    if (above <= 0n) return unavoidable('There is nothing above the minimum balance.');
    return above > largestAmount ? largestAmount : Number(above);
  }
  const amount = schedule.amount ?? 0;
  if (amount > largestAmount) {
    return { reason: `Its amount is above the largest payout of ${sayMajor(largestAmount)}.`, needsSomebody: true };
  }
  return amount <= above ? amount : unavoidable('What is available above the minimum balance is less than its amount.');
}

/** Why a slot stays empty, as a sentence, and whether a user of the merchant has to act. */
interface Miss {
  reason: string;
  needsSomebody: boolean;
}
interface MissedSlot {
  merchantId: string;
  scheduleId: string;
  at: Date;
}

function recordMiss(services: Services, queries: Queries, slot: MissedSlot, { reason }: Miss): Promise<void> {
  const { merchantId, scheduleId } = slot;
  const detail = `Slot of ${timeOf(slot)}. ${reason}`;
  const call = byItself(services, 'Payout schedule');
  return recordActivity(queries, call, { merchantId, action: 'PAYOUT_SLOT_MISSED', subject: scheduleId, detail });
}

function mailMiss(services: Services, queries: Queries, slot: MissedSlot, { reason }: Miss): Promise<void> {
  return mailToAdministrators(queries, services, {
    merchantId: slot.merchantId,
    subject: 'A scheduled payout was not made',
    paragraphs: [
      `The scheduled payout of ${timeOf(slot)} was not made. ${reason}`,
      'No money has moved. The schedule will run again at its next time. You can fix the problem in the Volume Merchant Portal.',
    ],
  });
}

const timeOf = ({ at }: MissedSlot): string => `${toWireTime(at).replace('T', ' ').slice(0, 16)} UTC`;
