import type { daysOfWeek, PayoutSchedule, PayoutScheduleInput } from '@volume/contract/payout-schedules.ts';
import { amountText, parseAmount } from '#design/forms/parse-amount.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { titleCase } from '#design/text/title-case.ts';

/** A schedule as it is being typed: amounts are text, and nothing typed is lost by choosing otherwise. */
export interface ScheduleDraft {
  enabled: boolean;
  frequency: PayoutScheduleInput['frequency'];
  dayOfWeek: (typeof daysOfWeek)[number];
  dayOfMonth: number;
  timeUtc: string;
  amountType: PayoutScheduleInput['amountType'];
  amount: string;
  minimumBalance: string;
}

export type ScheduleErrors = Partial<Record<'timeUtc' | 'amount' | 'minimumBalance', string>>;

/** What stands in the form first: the schedule there is, or a daily one of everything. */
export function draftOf(schedule: PayoutSchedule | undefined): ScheduleDraft {
  return {
    enabled: schedule?.enabled ?? true,
    frequency: schedule?.frequency ?? 'DAILY',
    dayOfWeek: schedule?.dayOfWeek ?? 'MONDAY',
    dayOfMonth: schedule?.dayOfMonth ?? 1,
    timeUtc: schedule?.timeUtc ?? '06:00',
    amountType: schedule?.amountType ?? 'ALL',
    amount: schedule?.amount == null ? '' : amountText(schedule.amount),
    minimumBalance: schedule ? amountText(schedule.minimumBalance) : '0.00',
  };
}

/** A schedule to be set, and the version of the one it takes the place of. */
export type ScheduleWrite = PayoutScheduleInput & { ifMatch: string | undefined };

/** What stands now, in a few words; amounts in minor units. */
export function scheduleWords(schedule: PayoutSchedule | undefined, currency: string): string {
  if (!schedule?.enabled) return schedule ? 'off' : 'none';
  const { frequency, dayOfWeek, dayOfMonth, timeUtc, amount, minimumBalance } = schedule;
  const day = dayOfWeek ? ` on ${titleCase(dayOfWeek)}` : dayOfMonth ? ` on day ${dayOfMonth}` : '';
  const sum = amount === null ? 'full available balance' : formatMoney(amount, currency);
  const rest = minimumBalance === 0 ? '' : `, leaving ${formatMoney(minimumBalance, currency)}`;
  return `${frequency.toLowerCase()}${day} at ${timeUtc} UTC, ${sum}${rest}`;
}

/** When the draft would run; what does not fit its frequency is null. */
export function timingOf({ frequency, dayOfWeek, dayOfMonth, timeUtc }: ScheduleDraft) {
  return {
    frequency,
    dayOfWeek: frequency === 'WEEKLY' ? dayOfWeek : null,
    dayOfMonth: frequency === 'MONTHLY' ? dayOfMonth : null,
    timeUtc,
  };
}

export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** The schedule that was typed, or what is wrong with it; amounts in minor units (contract §3 PayoutSchedule). */
export function readSchedule(
  draft: ScheduleDraft,
  payInAccountId: number,
): { body: PayoutScheduleInput } | { errors: ScheduleErrors } {
  const isFixed = draft.amountType === 'FIXED';
  const amount = isFixed ? parseAmount(draft.amount) : undefined;
  const minimumBalance = draft.minimumBalance.trim() === '' ? 0 : parseAmount(draft.minimumBalance);
  const errors: ScheduleErrors = {
    ...(!isTime(draft.timeUtc) && { timeUtc: 'Enter a time such as 06:00' }),
    ...(isFixed && !amount && { amount: 'Enter an amount such as 12.50' }),
    ...(minimumBalance === undefined && { minimumBalance: 'Enter an amount such as 12.50' }),
  };
  if (Object.keys(errors).length > 0 || minimumBalance === undefined) return { errors };
  const { enabled, amountType } = draft;
  return {
    body: { payInAccountId, enabled, ...timingOf(draft), amountType, amount: amount ?? null, minimumBalance },
  };
}
