import type { Queries } from '#database/database.ts';
import { type PayInFilter, toCondition, toRollUpCondition } from './pay-in-filter.ts';

const DAY = 86_400_000;

/**
 * How many pay-ins a filter finds, exactly. Whole UTC months and days come from the roll-ups, the hours at the edges from the list's
 * index; all of it from the index when the filter asks for what the roll-up does not know (amount, search).
 */
export async function countPayIns(queries: Queries, filter: PayInFilter): Promise<number> {
  const { from, to } = filter;
  const firstDay = from === undefined ? null : Math.ceil(from / DAY) * DAY;
  const endDay = to === undefined ? null : Math.floor((to + 1) / DAY) * DAY;
  if (toRollUpCondition(filter) === null || (firstDay !== null && endDay !== null && firstDay >= endDay)) {
    return countDirectly(queries, filter);
  }
  const parts = countWholeDays(queries, filter, firstDay, endDay);
  if (from !== undefined && firstDay !== null && from < firstDay)
    parts.push(countDirectly(queries, { ...filter, from, to: firstDay - 1 }));
  if (to !== undefined && endDay !== null && endDay <= to)
    parts.push(countDirectly(queries, { ...filter, from: endDay, to }));
  return (await Promise.all(parts)).reduce((sum, count) => sum + count, 0);
}

/** Counts the payments themselves; the reference for the roll-up. */
export async function countDirectly(queries: Queries, filter: PayInFilter): Promise<number> {
  const { sql, parameters } = toCondition(filter);
  const [row] = await queries.query<{ count: number }>(
    `SELECT count(*) AS count FROM payments AS p WHERE ${sql}`,
    parameters,
  );
  return row?.count ?? 0;
}

/** Whole months between two midnights by their own roll-up, the days on either side by theirs; an open end is all months. */
function countWholeDays(
  queries: Queries,
  filter: PayInFilter,
  first: number | null,
  end: number | null,
): Promise<number>[] {
  const firstMonth = first === null ? null : toMonth(first - 1, 1);
  const endMonth = end === null ? null : toMonth(end, 0);
  if (firstMonth !== null && endMonth !== null && firstMonth >= endMonth)
    return [countIn(queries, filter, 'day', first, end)];
  return [
    countIn(queries, filter, 'month', firstMonth, endMonth),
    ...(first === firstMonth ? [] : [countIn(queries, filter, 'day', first, firstMonth)]),
    ...(end === endMonth ? [] : [countIn(queries, filter, 'day', endMonth, end)]),
  ];
}

const rollUps = { day: 'payments_daily', month: 'payments_monthly' } as const;

/** Adds up a roll-up from `first` to before `end`. */
async function countIn(
  queries: Queries,
  filter: PayInFilter,
  span: keyof typeof rollUps,
  first: number | null,
  end: number | null,
): Promise<number> {
  const condition = toRollUpCondition(filter);
  if (condition === null) return countDirectly(queries, filter);
  const { sql, parameters } = condition;
  const reach = [
    ...(first === null ? [] : [`p.${span} >= $${parameters.push(toDay(first))}::date`]),
    ...(end === null ? [] : [`p.${span} < $${parameters.push(toDay(end))}::date`]),
  ];
  const [row] = await queries.query<{ count: number }>(
    `SELECT coalesce(sum(p.count), 0)::bigint AS count FROM ${rollUps[span]} AS p WHERE ${[sql, ...reach].join(' AND ')}`,
    parameters,
  );
  return row?.count ?? 0;
}

const toDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** First midnight of the UTC month a time lies in, `later` months on. */
function toMonth(milliseconds: number, later: 0 | 1): number {
  const date = new Date(milliseconds);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later);
}
