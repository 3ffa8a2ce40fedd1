import { currencies, type Currency } from '@volume/contract/money.ts';
import type { PaymentStatus } from '@volume/contract/pay-in-words.ts';
import type { PaymentsSummary, Revenue } from '@volume/contract/revenue.ts';
import { addDays } from '#design/days/date-presets.ts';
import type { Span } from './span.ts';

/** Whole UTC days, both ends included. */
export interface Period {
  from: string;
  to: string;
}

/** As the lists count them: today and the days before it, and as many before those. `today` is a UTC day. */
export function toPeriods(span: Span, today: string): { now: Period; before: Period } {
  const days = Number(span);
  return {
    now: { from: addDays(today, -days), to: today },
    before: { from: addDays(today, -2 * days - 1), to: addDays(today, -days - 1) },
  };
}

/** Every day of a period, in order. */
function listDays({ from, to }: Period): string[] {
  const days = [from];
  while (days.length < 400 && days.at(-1) !== to) days.push(addDays(days.at(-1) ?? from, 1));
  return days;
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
export interface DayOfRevenue extends Sum {
  day: string;
  /** The day as far into the period before. */
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

/** The revenue of every day, beside those of the period before. */
export function revenueByDay(revenue: Revenue, currency: Currency, now: Period, before: Period): DayOfRevenue[] {
  const earlier = listDays(before);
  const on = (day: string) => takenIn(revenue, currency, { from: day, to: day });
  return listDays(now).map((day, place) => ({ day, ...on(day), before: on(earlier[place] ?? day) }));
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
