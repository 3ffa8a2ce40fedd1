import { currencies } from '@volume/contract/money/currencies.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import type { PaymentStatus } from '@volume/contract/pay-ins/labels.ts';
import type { PaymentsSummary, Revenue } from '@volume/contract/balances/revenue.ts';
import { countDays } from '@volume/contract/screens/screen-calls.ts';
import { addDays } from '#design/days/date-presets.ts';
import type { Period } from './span.ts';

/** How many days one bar covers: periods longer than a quarter are shown by week. */
export const stepOf = (period: Period): 1 | 7 => (countDays(period.from, period.to) > 92 ? 7 : 1);

function listSteps({ from, to }: Period, step: number): Period[] {
  return Array.from({ length: Math.ceil(countDays(from, to) / step) }, (_, index) => {
    const first = addDays(from, index * step);
    const last = addDays(first, step - 1);
    return { from: first, to: last < to ? last : to };
  });
}

/** The period in the parameters of the API (§7). */
export const toWirePeriod = ({ from, to }: Period) => ({
  startDateTimeUtc: `${from}T00:00:00.000`,
  endDateTimeUtc: `${to}T23:59:59.999`,
});

/** Money that arrived and was kept counts as revenue (contract §10 Held). */
export const takenStatuses = ['COMPLETED', 'SETTLED'] as const satisfies PaymentStatus[];

interface Sum {
  count: number;
  /** Minor units. */
  amount: number;
}
export interface StepOfRevenue extends Sum {
  period: Period;
  /** The corresponding days of the previous period. */
  before: Sum;
}

const nothing: Sum = { count: 0, amount: 0 };
const add = (a: Sum, b: Sum): Sum => ({ count: a.count + b.count, amount: a.amount + b.amount });
const addUp = (sums: readonly Sum[]): Sum => sums.reduce(add, nothing);
const isTaken = (status: PaymentStatus): boolean => (takenStatuses as readonly string[]).includes(status);

/** Revenue of one currency in a period, in minor units; currencies are never added together. */
export function takenIn({ items }: Revenue, currency: Currency, { from, to }: Period): Sum {
  const isIn = (utc: string) => utc.slice(0, 10) >= from && utc.slice(0, 10) <= to;
  return addUp(items.filter((item) => item.currency === currency && isIn(item.periodStartUtc)));
}

/** Money that arrived and was returned to the payer: the difference between the list and the revenue. Minor units. */
export function returnedIn({ totals }: PaymentsSummary, currency: Currency, taken: Sum): number {
  const came = addUp(totals.filter((total) => total.currency === currency && isTaken(total.paymentStatus)));
  return Math.max(0, came.amount - taken.amount);
}

export function revenueBySteps(revenue: Revenue, currency: Currency, now: Period, before: Period): StepOfRevenue[] {
  const earlier = listSteps(before, stepOf(now));
  return listSteps(now, stepOf(now)).map((period, index) => ({
    period,
    ...takenIn(revenue, currency, period),
    before: takenIn(revenue, currency, earlier[index] ?? period),
  }));
}

/** The currencies with revenue, pounds first; only pounds when there is none. */
export function currenciesIn({ items }: Revenue): Currency[] {
  const found = currencies.filter((currency) => items.some((item) => item.currency === currency));
  return found.length > 0 ? found.toReversed() : ['GBP'];
}

export function countPayIns({ totals }: PaymentsSummary, statuses?: readonly PaymentStatus[]): number {
  return addUp(totals.filter(({ paymentStatus }) => !statuses || statuses.includes(paymentStatus))).count;
}

/** The share of finished pay-ins that succeeded, 0 to 1; undefined when none has finished. */
export function successRate(summary: PaymentsSummary): number | undefined {
  const came = countPayIns(summary, takenStatuses);
  const ended = came + countPayIns(summary, ['FAILED']);
  return ended === 0 ? undefined : came / ended;
}

/** The relative growth between two figures; undefined when the first is zero. */
export const growth = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : (now - before) / before;
