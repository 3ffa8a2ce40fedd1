import { parseUtc, toWireTime } from '@volume/contract/period.ts';
import type { Queries } from '#database/database.ts';
import { type Span, splitPeriod } from '#database/roll-ups/split-period.ts';
import { allOf, raw, type Sql, sql } from '#database/sql.ts';
import { type PayInFilter, toCondition, toRollUpCondition } from './pay-in-filters.ts';

/**
 * How many pay-ins a filter finds, exactly. Whole UTC months and days come from the roll-ups, what sticks out before and after
 * from the list's index; all of it from the index when the filter asks for what the roll-ups do not know (amount, search).
 */
export async function countPayIns(queries: Queries, filter: PayInFilter): Promise<number> {
  const { startDateTimeUtc: start, endDateTimeUtc: end, ...others } = filter;
  const condition = toRollUpCondition(others);
  if (condition === null) return countDirectly(queries, filter);
  const { months, days, edges } = splitPeriod({ from: toMilliseconds(start), to: toMilliseconds(end) }, true);
  const counts = await Promise.all([
    ...(months === null ? [] : [countIn(queries, condition, 'month', months)]),
    ...days.map((span) => countIn(queries, condition, 'day', span)),
    ...edges.map((span) => countDirectly(queries, { ...others, ...toTimes(span) })),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

const toMilliseconds = (time: string | undefined) => (time === undefined ? undefined : parseUtc(time));

/** A span in the list's own filters, whose end is within it. */
const toTimes = ({ from, to }: Span): Pick<PayInFilter, 'startDateTimeUtc' | 'endDateTimeUtc'> => ({
  startDateTimeUtc: from === null ? undefined : toWireTime(from),
  endDateTimeUtc: to === null ? undefined : toWireTime(new Date(to.getTime() - 1)),
});

/** Counts the payments themselves; the reference for the roll-ups. */
export async function countDirectly({ query }: Queries, filter: PayInFilter): Promise<number> {
  const [row] = await query<{ count: number }>(
    sql`SELECT count(*) AS count FROM payments AS p WHERE ${toCondition(filter)}`,
  );
  return row?.count ?? 0;
}

const rollUps = { day: raw('payments_daily'), month: raw('payments_monthly') };

/** Adds up the whole days or months of a span. */
async function countIn({ query }: Queries, condition: Sql, unit: keyof typeof rollUps, { from, to }: Span) {
  const time = raw(`p.${unit}`);
  const within = allOf([
    condition,
    from && sql`${time} >= ${from}::timestamptz::date`,
    to && sql`${time} < ${to}::timestamptz::date`,
  ]);
  const [row] = await query<{ count: number }>(
    sql`SELECT coalesce(sum(p.count), 0)::bigint AS count FROM ${rollUps[unit]} AS p WHERE ${within}`,
  );
  return row?.count ?? 0;
}
