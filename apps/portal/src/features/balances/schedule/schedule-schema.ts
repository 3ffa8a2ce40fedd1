import {
  daysOfWeek,
  payoutAmountTypes,
  payoutFrequencies,
  type PayoutSchedule,
  type PayoutScheduleInput,
} from '@volume/contract/payouts/schedules.ts';
import * as z from 'zod/mini';
import { isTime } from '#design/days/typed-day.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { isolate, titleCase } from '#design/text/format-text.ts';
import { bankReference } from '@volume/contract/money/bank-reference.ts';
import { longestOf } from '#features/balances/payout-reference.tsx';
import { type AmountLimit, amountText, optionalText, textBy, typedAmount, unread } from '#forms/typed.ts';

const Fields = z.object({
  enabled: z.boolean(),
  frequency: z.enum(payoutFrequencies),
  dayOfWeek: z.enum(daysOfWeek),
  dayOfMonth: z.int(),
  timeUtc: textBy((text) => (isTime(text) ? undefined : 'Enter a time such as 06:00.')),
  amountType: z.enum(payoutAmountTypes),
  amount: z.union([unread, typedAmount()]),
  minimumBalance: typedAmount({ least: 0, empty: '0' }),
  reference: z.string(),
});

/** A schedule in the form: amounts are text, and choosing another option keeps what was typed. */
export type ScheduleTyped = z.input<typeof Fields>;

interface ScheduledAccount {
  payInAccountId: number;
  currency: string;
  limit: AmountLimit | undefined;
  /** Whether this deployment sends a reference to the bank. */
  takesReference: boolean;
}

/** Parses the form into an account's schedule, amounts in minor units (contract §3 PayoutSchedule). */
export const scheduleSchema =
  ({ payInAccountId, currency, limit, takesReference }: ScheduledAccount) =>
  (typed: ScheduleTyped) =>
    z.pipe(
      z.extend(Fields, {
        amount: typed.amountType === 'FIXED' ? typedAmount({ currency, limit }) : unread,
        minimumBalance: typedAmount({ currency, least: 0, empty: '0' }),
        reference: optionalText(bankReference(longestOf(currency))),
      }),
      z.transform(({ reference, ...read }): PayoutScheduleInput => ({
        ...read,
        ...toTiming(read),
        payInAccountId,
        ...(takesReference ? { reference } : {}),
      })),
    );

type Timing = Pick<ScheduleTyped, 'frequency' | 'dayOfWeek' | 'dayOfMonth' | 'timeUtc'>;

/** The timing fields; those that do not apply to the frequency are null. */
export function toTiming({ frequency, dayOfWeek, dayOfMonth, timeUtc }: Timing) {
  return {
    frequency,
    dayOfWeek: frequency === 'WEEKLY' ? dayOfWeek : null,
    dayOfMonth: frequency === 'MONTHLY' ? dayOfMonth : null,
    timeUtc,
  };
}

/** The form's initial values: the existing schedule, or a daily one for the full balance. */
export function toTyped(schedule: PayoutSchedule | undefined): ScheduleTyped {
  return {
    enabled: schedule?.enabled ?? true,
    frequency: schedule?.frequency ?? 'DAILY',
    dayOfWeek: schedule?.dayOfWeek ?? 'MONDAY',
    dayOfMonth: schedule?.dayOfMonth ?? 1,
    timeUtc: schedule?.timeUtc ?? '06:00',
    amountType: schedule?.amountType ?? 'ALL',
    amount: schedule?.amount == null ? '' : amountText(schedule.amount),
    minimumBalance: schedule ? amountText(schedule.minimumBalance) : '0.00',
    reference: schedule?.reference ?? '',
  };
}

export function scheduleText(schedule: PayoutSchedule | undefined, currency: string): string {
  if (!schedule?.enabled) return schedule ? 'off' : 'none';
  const { frequency, dayOfWeek, dayOfMonth, timeUtc, amount, minimumBalance, reference } = schedule;
  const day = dayOfWeek ? ` on ${titleCase(dayOfWeek)}` : dayOfMonth ? ` on day ${dayOfMonth}` : '';
  const sum = amount === null ? 'full available balance' : formatMoney(amount, currency);
  const rest = minimumBalance === 0 ? '' : `, leaving ${formatMoney(minimumBalance, currency)}`;
  const note = reference ? `, reference ${isolate(reference)}` : '';
  return `${frequency.toLowerCase()}${day} at ${timeUtc} UTC, ${sum}${rest}${note}`;
}
