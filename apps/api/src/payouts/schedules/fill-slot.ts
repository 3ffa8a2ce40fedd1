import { nextPayoutRuns } from '@volume/contract/payout-schedules.ts';
import type { Queries } from '#database/database.ts';
import type { Services } from '#http/services.ts';
import { momentOf } from '#http/writes/moment.ts';
import { lockBooks } from '#ledger/lock-books.ts';
import type { Moment } from '#ledger/moment.ts';
import { findPayoutAccount } from '#payouts/find-payout-account.ts';
import { reservePayout } from '#payouts/reserve-payout.ts';
import { defaultDestination } from '#payouts/resolve-destination.ts';
import type { Worker } from '#work/worker.ts';
import { enqueueSlot, slotKind } from './enqueue-slot.ts';
import { scheduleColumns, type ScheduleRow } from './schedule-row.ts';

type Slot = { merchantId: string; scheduleId: string; at: Date; largestAmount: number };

/** Fills a schedule's slot once, whatever runs beside it, and puts the next one into the queue. */
export const slotWorker: Worker = {
  kind: slotKind,
  run: async (services, { merchantId, objectId, payload }) => {
    if (merchantId === null || objectId === null) throw new Error('A slot names its schedule.');
    const { largestAmount } = services.settings;
    const slot = { merchantId, scheduleId: objectId, at: new Date(String(payload['slot'])), largestAmount };
    await services.database.transaction((queries) => fillSlot(services, queries, slot));
  },
};

async function fillSlot(services: Services, queries: Queries, slot: Slot): Promise<void> {
  const moment = momentOf(services);
  const { merchantId, scheduleId, at } = slot;
  const [schedule] = await queries.query<ScheduleRow>(
    `SELECT ${scheduleColumns} FROM payout_schedules WHERE merchant_id = $1 AND schedule_id = $2 FOR UPDATE`,
    [merchantId, scheduleId],
  );
  // Filled already, or the schedule was changed since this slot was put into the queue.
  if (!schedule?.enabled || schedule.nextRunAt.getTime() !== at.getTime()) return;
  const next = new Date(nextPayoutRuns(schedule, at.getTime(), 1)[0] ?? 0);
  await queries.query('UPDATE payout_schedules SET next_run_at = $3 WHERE merchant_id = $1 AND schedule_id = $2', [
    merchantId,
    scheduleId,
    next,
  ]);
  await enqueueSlot(queries, moment.newId, { merchantId, scheduleId, at: next });
  // Where nobody can carry it out the slot stays empty.
  if (services.settings.provider !== 'NONE') await payOut(queries, moment, { schedule, slot });
}

/** Nothing to pay out above the minimum balance leaves the slot empty; more than the largest payout is paid in several slots. */
async function payOut(
  queries: Queries,
  moment: Moment,
  { schedule, slot }: { schedule: ScheduleRow; slot: Slot },
): Promise<void> {
  const account = await findPayoutAccount(queries, { ...schedule, merchantId: slot.merchantId });
  const destination = defaultDestination(account);
  const { AVAILABLE: available } = await lockBooks(queries, account);
  const above = BigInt(available) - BigInt(schedule.minimumBalance);
  const { largestAmount } = slot;
  const all = above > largestAmount ? largestAmount : Number(above);
  const wanted = schedule.amountType === 'ALL' ? all : (schedule.amount ?? 0);
  if (wanted <= 0 || wanted > above || wanted > largestAmount) return;
  const filled = { scheduleId: slot.scheduleId, at: slot.at };
  await reservePayout(queries, moment, {
    account,
    destination,
    amount: wanted,
    initiatedBy: null,
    slot: filled,
    askAfter: 0,
  });
}
