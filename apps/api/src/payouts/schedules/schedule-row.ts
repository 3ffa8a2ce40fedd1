import type { PayoutSchedule } from '@volume/contract/payouts/schedules.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { sql } from '#database/sql.ts';
import { versionOf } from '#database/version-of.ts';
import type { Queries } from '#database/database.ts';
import { enqueueWork } from '#queue/due-work.ts';

export type ScheduleRow = Omit<PayoutSchedule, 'nextRunAtUtc'> & { applicationId: string; nextRunAt: Date };

export const scheduleColumns = sql`schedule_id AS "scheduleId", application_id AS "applicationId",
  payee_detail_id AS "payInAccountId",
  is_enabled AS enabled, frequency, day_of_week AS "dayOfWeek", day_of_month AS "dayOfMonth", time_utc AS "timeUtc",
  amount_type AS "amountType", amount, minimum_balance AS "minimumBalance", reference, next_run_at AS "nextRunAt",
  ${versionOf(
    sql`is_enabled, frequency, day_of_week, day_of_month, time_utc, amount_type, amount, minimum_balance, reference`,
  )} AS version`;

/** A schedule in the shape of the wire (contract §3); amounts in minor units. */
export function toSchedule({ applicationId: _applicationId, nextRunAt, ...schedule }: ScheduleRow): PayoutSchedule {
  return { ...schedule, nextRunAtUtc: toWireTime(nextRunAt) };
}

export const slotKind = 'PAYOUT_SLOT';
interface Slot {
  merchantId: string;
  scheduleId: string;
  at: Date;
}

/** Enqueues one slot of a schedule; a slot can be enqueued twice, but is filled once. */
export function enqueueSlot(
  queries: Queries,
  newId: () => string,
  { merchantId, scheduleId, at }: Slot,
): Promise<void> {
  const payload = { slot: at.toISOString() };
  return enqueueWork(queries, newId, { kind: slotKind, merchantId, objectId: scheduleId, dueAt: at, payload });
}
