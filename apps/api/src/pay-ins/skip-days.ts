import type { Queries } from '#database/database.ts';
import { type Span, splitPeriod } from '#database/roll-ups/split-period.ts';
import { allOf, raw, sql, type Sql } from '#database/sql.ts';
import { type PayInFilter, toMilliseconds, toRollUpCondition, toTimes } from './pay-in-filters.ts';

export type Order = 'newest' | 'oldest';

interface Rest {
  filter: PayInFilter;
  offset: number;
}

/** Below this many rows, reading is cheaper than counting. */
const DEEP = 1_000;
const DAY = 86_400_000;

/**
 * Turns a deep page of the list of all merchants into a later start with a smaller offset: the roll-ups count the days
 * that are skipped. When payments are on many servers, each returns all rows before a page; this limits them to one day
 * instead of all years.
 */
export async function skipDays(
  queries: Queries,
  whole: Rest,
  order: Order,
  count: (filter: PayInFilter) => Promise<number>,
): Promise<Rest> {
  const { startDateTimeUtc: start, endDateTimeUtc: end, ...others } = whole.filter;
  const condition = toRollUpCondition(others);
  if (whole.filter.merchantId !== null || whole.offset < DEEP || condition === null) return whole;
  const { days, edges } = splitPeriod({ from: toMilliseconds(start), to: toMilliseconds(end) }, false);
  const [span] = days;
  if (span === undefined) return whole;
  // The list can begin in the middle of a day.
  const edge = edges.find(({ from, to }) => (order === 'newest' ? isSame(from, span.to) : isSame(to, span.from)));
  const begun = { reached: order === 'newest' ? span.to : span.from, left: whole.offset };
  if (edge) begun.left -= await count({ ...others, ...toTimes(edge) });
  if (begun.left < 0) return whole;
  const { reached, left } = passDays(await countDays(queries, { condition, span, order }), begun, order);
  if (reached === null) return whole;
  const { startDateTimeUtc, endDateTimeUtc } = toTimes({ from: reached, to: reached });
  const bound = order === 'newest' ? { endDateTimeUtc } : { startDateTimeUtc };
  return { filter: { ...whole.filter, ...bound }, offset: left };
}

const isSame = (one: Date | null, other: Date | null): boolean => one !== null && one.getTime() === other?.getTime();

interface DayCount {
  /** Start of the day, in seconds since the epoch. */
  begins: number;
  count: number;
}
interface Reached {
  /** Where to continue; null when no day is skipped. */
  reached: Date | null;
  left: number;
}

/** Skips the whole days that end before the page begins. */
function passDays(days: readonly DayCount[], begun: Reached, order: Order): Reached {
  let { reached, left } = begun;
  for (const { begins, count } of days) {
    if (left < count) break;
    left -= count;
    reached = new Date(begins * 1000 + (order === 'newest' ? 0 : DAY));
  }
  return { reached, left };
}

function countDays(
  { query }: Queries,
  { condition, span: { from, to }, order }: { condition: Sql; span: Span; order: Order },
): Promise<DayCount[]> {
  const within = allOf([
    condition,
    from && sql`p.day >= ${from}::timestamptz::date`,
    to && sql`p.day < ${to}::timestamptz::date`,
  ]);
  return query<DayCount>(
    sql`SELECT extract(epoch FROM p.day)::bigint AS begins, sum(p.count)::bigint AS count FROM payments_daily AS p
      WHERE ${within} GROUP BY p.day ORDER BY p.day ${raw(order === 'newest' ? 'DESC' : 'ASC')}`,
  );
}
