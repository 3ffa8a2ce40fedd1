import * as z from 'zod/mini';
import {
  listPayoutSchedules as listPayoutSchedulesEndpoint,
  nextPayoutRuns,
  PayoutSchedule,
  setPayoutSchedule as setPayoutScheduleEndpoint,
} from '@volume/contract/payouts/schedules.ts';
import { type Currency, sayAmount } from '@volume/contract/money/money.ts';
import { neverSetVersion } from '@volume/contract/portal/settings-version.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { type Call, handle } from '#core/handler.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import { holdMerchantEnabled, refuseTooLarge, requireMoneyMoves } from '#core/refuse-money.ts';
import { writeContext } from '#core/write-context.ts';
import { requireUnchanged } from '#core/require-unchanged.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { defaultDestination, findPayoutAccount, refuseLongReference } from '#payouts/payout-account.ts';
import { enqueueSlot, scheduleColumns, type ScheduleRow, toSchedule } from './schedule-row.ts';

/**
 * Sets the only schedule of a pay-in account, replacing the previous one (contract §10), always after a step-up (§8);
 * does not affect a slot in progress. 422 NO_ACCOUNT_PROVIDER when enabling it without an account provider; switching
 * off is always possible.
 */
export const setPayoutSchedule = handle(setPayoutScheduleEndpoint, async (call) => {
  const { params, body, caller, services } = call;
  const { merchantId } = params;
  if (body.enabled) await requireMoneyMoves(services, merchantId);
  await refuseTooLarge(services, { merchantId, field: 'amount', amount: body.amount ?? 0 });
  const account = await findPayoutAccount(services.database, { ...params, payInAccountId: body.payInAccountId });
  refuseLongReference(account, body.reference);
  await defaultDestination(services.database, account);
  return services.database.transaction(async (queries) => {
    const schedule = await writeSchedule(call, queries, account.currency);
    const state = schedule.enabled ? 'set' : 'switched off';
    const what = `${caller.email} ${state} the payout schedule of the ${account.currency} account ${body.payInAccountId}`;
    await mailAdministrators(queries, services, { merchantId, subject: 'A payout schedule was changed', what });
    return schedule;
  });
});

async function writeSchedule(call: Call<typeof setPayoutScheduleEndpoint>, queries: Queries, currency: Currency) {
  const { params, body, caller, services } = call;
  const { at, newId } = writeContext(services);
  const { merchantId, applicationId } = params;
  await requireSameSchedule(call, queries);
  if (body.enabled) await holdMerchantEnabled(queries, merchantId);
  const held = { ...services, database: queries };
  await refuseTooLarge(held, { merchantId, field: 'amount', amount: body.amount ?? 0, at });
  const next = new Date(nextPayoutRuns(body, at.getTime(), 1)[0] ?? 0);
  const [row] = await queries.query<ScheduleRow>(
    sql`INSERT INTO payout_schedules (merchant_id, schedule_id, application_id, payee_detail_id, is_enabled, frequency,
      day_of_week, day_of_month, time_utc, amount_type, amount, minimum_balance, reference, next_run_at, updated_by,
      updated_at)
     VALUES (${merchantId}, ${newId()}, ${applicationId}, ${body.payInAccountId}, ${body.enabled}, ${body.frequency},
     ${body.dayOfWeek}, ${body.dayOfMonth}, ${body.timeUtc}, ${body.amountType}, ${body.amount}, ${body.minimumBalance},
     ${body.reference ?? null}, ${next}, ${caller.email}, ${at})
     ON CONFLICT (merchant_id, payee_detail_id) DO UPDATE SET is_enabled = excluded.is_enabled,
     frequency = excluded.frequency,
       day_of_week = excluded.day_of_week, day_of_month = excluded.day_of_month, time_utc = excluded.time_utc,
       amount_type = excluded.amount_type, amount = excluded.amount, minimum_balance = excluded.minimum_balance,
       reference = excluded.reference,
       next_run_at = excluded.next_run_at, updated_by = excluded.updated_by, updated_at = excluded.updated_at
     RETURNING ${scheduleColumns}`,
  );
  if (!row) throw new Error('The schedule was not written.');
  if (row.enabled) await enqueueSlot(queries, newId, { merchantId, scheduleId: row.scheduleId, at: next });
  await recordActivity(queries, call, { merchantId, ...asActivity(row, currency) });
  return toSchedule(row);
}

/** Locks the account instead of the schedule, which may not exist yet; movements of its money are not blocked. */
async function requireSameSchedule(
  { params, body, request }: Call<typeof setPayoutScheduleEndpoint>,
  { query }: Queries,
): Promise<void> {
  const account = sql`merchant_id = ${params.merchantId} AND payee_detail_id = ${body.payInAccountId}`;
  await query(sql`SELECT FROM payee_details WHERE ${account} FOR NO KEY UPDATE`);
  const [row] = await query<ScheduleRow>(sql`SELECT ${scheduleColumns} FROM payout_schedules WHERE ${account}`);
  const current = row ? z.encode(PayoutSchedule, toSchedule(row)) : null;
  requireUnchanged(request, { version: row?.version ?? neverSetVersion, current });
}

function asActivity(row: ScheduleRow, currency: Currency) {
  const detail = `${row.enabled ? describe(row, currency) : 'off'}, ${currency} account ${row.payInAccountId}`;
  return { action: 'PAYOUT_SCHEDULE_SET', subject: row.scheduleId, detail } as const;
}

/** `WEEKLY on Friday at 06:00 UTC, 12.50 GBP, with a minimum balance of 100.00 GBP, reference RENT`. */
function describe(row: ScheduleRow, currency: Currency): string {
  const { frequency, dayOfWeek, dayOfMonth, timeUtc, amount, minimumBalance, reference } = row;
  const weekday = dayOfWeek && ` on ${dayOfWeek.charAt(0)}${dayOfWeek.slice(1).toLowerCase()}`;
  const day = weekday ?? (dayOfMonth === null ? '' : ` on day ${dayOfMonth}`);
  return [
    `${frequency}${day} at ${timeUtc} UTC`,
    amount === null ? 'ALL' : sayAmount(amount, currency),
    ...(minimumBalance === 0 ? [] : [`with a minimum balance of ${sayAmount(minimumBalance, currency)}`]),
    ...(reference ? [`reference ${reference}`] : []),
  ].join(', ');
}

export const listPayoutSchedules = handle(listPayoutSchedulesEndpoint, async ({ params, services }) => {
  const rows = await services.database.query<ScheduleRow>(
    sql`SELECT ${scheduleColumns} FROM payout_schedules
      WHERE merchant_id = ${params.merchantId} AND application_id = ${params.applicationId} ORDER BY payee_detail_id`,
  );
  return rows.map(toSchedule);
});
