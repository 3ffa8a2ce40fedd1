import { currencies, type Currency } from '@volume/contract/money.ts';
import type { PaymentStatus } from '@volume/contract/pay-in-words.ts';
import type { PaymentsSummary, Revenue } from '@volume/contract/revenue.ts';
import { addDays } from '#design/days/date-presets.ts';
import type { Look } from './span.ts';

/** Whole UTC days, both ends included. */
export interface Period {
  from: string;
  to: string;
}

/** The most days the overview shows: what is longer is shown from its end. */
export const mostDays = 366;

const countDays = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

/**
 * The days that are looked at, as the lists count them (today and the days before it), and as many before those; `days`
 * names the length of both. `today` is a UTC day.
 */
export function toPeriods(
  { days = '30', from, to }: Look,
  today: string,
): Record<'now' | 'before', Period> & { days: string } {
  const isOwn = from !== undefined && to !== undefined;
  const last = isOwn ? to : today;
  const count = isOwn ? Math.min(mostDays, countDays({ from, to })) : Number(days) + 1;
  return {
    now: { from: addDays(last, 1 - count), to: last },
    before: { from: addDays(last, 1 - 2 * count), to: addDays(last, -count) },
    days: !isOwn ? `${days} days` : count === 1 ? 'day' : `${count} days`,
  };
}

/** How many days one bar stands for: what is longer than a quarter is told by the week. */
export const stepOf = (period: Period): 1 | 7 => (countDays(period) > 92 ? 7 : 1);

/** A period in steps of so many days, in order; the last may be shorter. */
function listSteps({ from, to }: Period, step: number): Period[] {
  return Array.from({ length: Math.ceil(countDays({ from, to }) / step) }, (_, place) => {
    const first = addDays(from, place * step);
    const last = addDays(first, step - 1);
    return { from: first, to: last < to ? last : to };
  });
}

/** A period as the calls name it (§7). */
export const toWirePeriod = ({ from, to }: Period) => ({
  startDateTimeUtc: `${from}T00:00:00.000`,
  endDateTimeUtc: `${to}T23:59:59.999`,
});

/** What came in and stayed counts as taken (contract §10 Held). */
export const takenStatuses = ['COMPLETED', 'SETTLED'] as const satisfies PaymentStatus[];

interface Sum {
  count: number;
  /** Minor units. */
  amount: number;
}
/** The revenue of a day, or of the week that begins with it. */
export interface StepOfRevenue extends Sum {
  period: Period;
  /** The days as far into the period before. */
  before: Sum;
}

const nothing: Sum = { count: 0, amount: 0 };
const add = (a: Sum, b: Sum): Sum => ({ count: a.count + b.count, amount: a.amount + b.amount });
const addUp = (sums: readonly Sum[]): Sum => sums.reduce(add, nothing);
const isTaken = (status: PaymentStatus): boolean => (takenStatuses as readonly string[]).includes(status);

/** What was taken in one currency in a period; currencies are never added together. Minor units. */
export function takenIn({ items }: Revenue, currency: Currency, { from, to }: Period): Sum {
  const isIn = (utc: string) => utc.slice(0, 10) >= from && utc.slice(0, 10) <= to;
  return addUp(items.filter((item) => item.currency === currency && isIn(item.periodStartUtc)));
}

/** What came in and was returned to the payer: what the list shows beyond the revenue. Minor units. */
export function returnedIn({ totals }: PaymentsSummary, currency: Currency, taken: Sum): number {
  const came = addUp(totals.filter((total) => total.currency === currency && isTaken(total.paymentStatus)));
  return Math.max(0, came.amount - taken.amount);
}

/** The revenue of every day or week, beside those of the period before. */
export function revenueBySteps(revenue: Revenue, currency: Currency, now: Period, before: Period): StepOfRevenue[] {
  const earlier = listSteps(before, stepOf(now));
  return listSteps(now, stepOf(now)).map((period, place) => ({
    period,
    ...takenIn(revenue, currency, period),
    before: takenIn(revenue, currency, earlier[place] ?? period),
  }));
}

/** Currencies something was taken in, pounds first; pounds alone when there was nothing. */
export function currenciesIn({ items }: Revenue): Currency[] {
  const found = currencies.filter((currency) => items.some((item) => item.currency === currency));
  return found.length > 0 ? found.toReversed() : ['GBP'];
}

/** How many pay-ins have one of these statuses; all of them without. */
export function countPayIns({ totals }: PaymentsSummary, statuses?: readonly PaymentStatus[]): number {
  return addUp(totals.filter(({ paymentStatus }) => !statuses || statuses.includes(paymentStatus))).count;
}

/** The share of ended pay-ins that came in, 0 to 1; undefined when none has ended. */
export function successRate(summary: PaymentsSummary): number | undefined {
  const came = countPayIns(summary, takenStatuses);
  const ended = came + countPayIns(summary, ['FAILED']);
  return ended === 0 ? undefined : came / ended;
}

/** Growth from one figure to another as a share; undefined from nothing. */
export const growth = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : (now - before) / before;
