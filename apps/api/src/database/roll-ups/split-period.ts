const DAY = 86_400_000;

/** `to` is exclusive; null where the span is open. */
export interface Span {
  from: Date | null;
  to: Date | null;
}
/** Parts that add up to a period: whole UTC months, the whole days around them, and partial days. */
export interface SplitPeriod {
  months: Span | null;
  days: Span[];
  edges: Span[];
}
interface Reach {
  from: number | null;
  to: number | null;
}

/** A period in milliseconds since the epoch, both ends inclusive; open when undefined. */
export interface Period {
  from?: number | undefined;
  to?: number | undefined;
}

/** The last year that the database writes with four digits; no payment is that late. */
const lastYear = Date.UTC(9999, 0);

/** Splits a period for reading from the roll-ups; without `byMonth` its months count as days. */
export function splitPeriod({ from, to }: Period, byMonth: boolean): SplitPeriod {
  const first = from === undefined ? null : Math.min(from, lastYear);
  const all = { from: first, to: to === undefined || to >= lastYear ? null : to + 1 };
  const days = wholeWithin(all, day);
  if (days === null) return { months: null, days: [], edges: isEmpty(all) ? [] : [toSpan(all)] };
  const edges = around(all, days);
  const months = byMonth ? wholeWithin(days, month) : null;
  if (months === null) return { months: null, days: [toSpan(days)], edges };
  return { months: toSpan(months), days: around(days, months), edges };
}

/** The start of the month or day that contains a time, and the next start. */
interface Unit {
  last: (at: number) => number;
  next: (border: number) => number;
}
const day: Unit = { last: (at) => Math.floor(at / DAY) * DAY, next: (border) => border + DAY };
const month: Unit = { last: (at) => toMonth(at, 0), next: (border) => toMonth(border, 1) };

function toMonth(at: number, later: 0 | 1): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later);
}

/** The whole units within a period; null when there is none. */
function wholeWithin({ from, to }: Reach, { last, next }: Unit): Reach | null {
  const first = from === null || last(from) === from ? from : next(last(from));
  const whole = { from: first, to: to === null ? null : last(to) };
  return isEmpty(whole) ? null : whole;
}

function around(all: Reach, inner: Reach): Span[] {
  const parts: Reach[] = [];
  if (inner.from !== null) parts.push({ from: all.from, to: inner.from });
  if (inner.to !== null) parts.push({ from: inner.to, to: all.to });
  return parts.filter((part) => !isEmpty(part)).map(toSpan);
}

const isEmpty = ({ from, to }: Reach): boolean => from !== null && to !== null && from >= to;
const toDate = (at: number | null): Date | null => (at === null ? null : new Date(at));
const toSpan = ({ from, to }: Reach): Span => ({ from: toDate(from), to: toDate(to) });
