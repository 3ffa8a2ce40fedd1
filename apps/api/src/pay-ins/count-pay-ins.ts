import type { Queries } from '#database/database.ts';
import { type PayInFilter, toCondition, toDailyCondition } from './pay-in-filter.ts';

const DAY = 86_400_000;

/**
 * How many pay-ins a filter finds, exactly. Whole UTC days come from the daily roll-up, the hours at the edges from the list's index;
 * all of it from the index when the filter asks for what the roll-up does not know (amount, search).
 */
export async function countPayIns(queries: Queries, filter: PayInFilter): Promise<number> {
  const { from, to } = filter;
  const firstDay = from === undefined ? null : Math.ceil(from / DAY) * DAY;
  const endDay = to === undefined ? null : Math.floor((to + 1) / DAY) * DAY;
  if (toDailyCondition(filter) === null || (firstDay !== null && endDay !== null && firstDay >= endDay)) {
    return countDirectly(queries, filter);
  }
  const parts = [countDays(queries, filter, firstDay, endDay)];
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

async function countDays(
  queries: Queries,
  filter: PayInFilter,
  first: number | null,
  end: number | null,
): Promise<number> {
  const condition = toDailyCondition(filter);
  if (condition === null) return countDirectly(queries, filter);
  const { sql, parameters } = condition;
  const days = [
    ...(first === null ? [] : [`p.day >= $${parameters.push(toDay(first))}::date`]),
    ...(end === null ? [] : [`p.day < $${parameters.push(toDay(end))}::date`]),
  ];
  const [row] = await queries.query<{ count: number }>(
    `SELECT coalesce(sum(p.count), 0)::bigint AS count FROM payments_daily AS p WHERE ${[sql, ...days].join(' AND ')}`,
    parameters,
  );
  return row?.count ?? 0;
}

const toDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
