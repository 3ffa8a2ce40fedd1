import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams } from '@volume/contract/ids.ts';
import { bankReference, longestReference } from '@volume/contract/money/bank-reference.ts';
import { Amount, AmountFromZero, AmountInput } from '@volume/contract/money/money.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { SettingsVersion } from '@volume/contract/portal/settings-version.ts';

export const payoutFrequencies = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
/** In the order of `Date.getUTCDay`. */
export const daysOfWeek = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;
export const payoutAmountTypes = ['ALL', 'FIXED'] as const;

/** When a schedule runs; times in UTC (contract §3). */
const timing = {
  frequency: z.enum(payoutFrequencies),
  dayOfWeek: z.nullable(z.enum(daysOfWeek)),
  dayOfMonth: z.nullable(z.int().check(z.gte(1), z.lte(28))),
  timeUtc: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 06:00')),
};
const PayoutTiming = z.object(timing);
export type PayoutTiming = z.output<typeof PayoutTiming>;

/** contract §3 PayoutSchedule; amounts in minor units inside. */
export const PayoutSchedule = z.object({
  scheduleId: z.string(),
  payInAccountId: z.number(),
  enabled: z.boolean(),
  ...timing,
  amountType: z.enum(payoutAmountTypes),
  amount: z.nullable(Amount),
  minimumBalance: Amount,
  /** Not in the specification: what the recipient's bank shows; null for one that is made of each payout's id. */
  reference: z.optional(z.nullable(z.string())),
  nextRunAtUtc: UtcTime,
  version: SettingsVersion,
});
export type PayoutSchedule = z.output<typeof PayoutSchedule>;

/**
 * Like PayoutSchedule, without scheduleId, nextRunAtUtc and version. Fields that do not apply to the frequency or amount
 * type must be null.
 */
export const PayoutScheduleInput = z
  .strictObject({
    payInAccountId: z.int(),
    enabled: z.boolean(),
    ...timing,
    dayOfWeek: z.prefault(timing.dayOfWeek, null),
    dayOfMonth: z.prefault(timing.dayOfMonth, null),
    amountType: z.enum(payoutAmountTypes),
    amount: z.prefault(z.nullable(AmountInput), null),
    minimumBalance: z.prefault(AmountFromZero, 0),
    /** Not in the specification, and only sent when `capabilities` lists it. At most 18 characters for an account in pounds. */
    reference: z.optional(z.nullable(bankReference(longestReference.EUR))),
  })
  .check(
    z.refine(({ frequency, dayOfWeek }) => (frequency === 'WEEKLY') === (dayOfWeek !== null), {
      path: ['dayOfWeek'],
      error: 'must be given for WEEKLY, and for it alone',
    }),
    z.refine(({ frequency, dayOfMonth }) => (frequency === 'MONTHLY') === (dayOfMonth !== null), {
      path: ['dayOfMonth'],
      error: 'must be given for MONTHLY, and for it alone',
    }),
    z.refine(({ amountType, amount }) => (amountType === 'FIXED') === (amount !== null), {
      path: ['amount'],
      error: 'must be given for FIXED, and for it alone',
    }),
  );
export type PayoutScheduleInput = z.output<typeof PayoutScheduleInput>;

/**
 * The next `count` runs strictly after `after`, as milliseconds since the epoch. They are computed in UTC, so that
 * daylight saving time neither skips nor doubles a run.
 */
export function nextPayoutRuns(timing: PayoutTiming, after: number, count: number): number[] {
  const [hours = 0, minutes = 0] = timing.timeUtc.split(':').map(Number);
  const day = new Date(after);
  const runs: number[] = [];
  for (let offset = 0; runs.length < count; offset++) {
    const at = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + offset, hours, minutes);
    if (at > after && isRunDay(timing, new Date(at))) runs.push(at);
  }
  return runs;
}

function isRunDay({ frequency, dayOfWeek, dayOfMonth }: PayoutTiming, day: Date): boolean {
  if (frequency === 'WEEKLY') return daysOfWeek[day.getUTCDay()] === dayOfWeek;
  return frequency === 'DAILY' || day.getUTCDate() === dayOfMonth;
}

const path = 'merchants/{merchantId}/applications/{applicationId}/payouts/schedule';
const editors = { kind: 'any-of', authorities: ['EDIT_SETTINGS'] } as const;

export const listPayoutSchedules = endpoint({
  name: 'listPayoutSchedules',
  summary: "An application's payout schedules, one per pay-in account at most",
  origin: 'ours',
  method: 'GET',
  path,
  access: { ...editors, effect: 'read' },
  params: ApplicationParams,
  response: z.array(PayoutSchedule),
});

export const setPayoutSchedule = endpoint({
  name: 'setPayoutSchedule',
  summary: "Set a pay-in account's payout schedule",
  origin: 'specification',
  method: 'POST',
  path,
  access: { ...editors, effect: 'write' },
  stepUp: 'always',
  comparesVersions: true,
  params: ApplicationParams,
  body: PayoutScheduleInput,
  response: PayoutSchedule,
});

/** The entry of `capabilities` for the reference: other providers only accept the specification's fields (contract §11). */
export const scheduleReferenceField = { ...setPayoutSchedule, origin: 'ours', path: `${path} reference` } as const;
