import type { Queries } from '#database/database.ts';
import { type Span, splitPeriod } from '#database/roll-ups/split-period.ts';
import { type Condition, type PayInFilter, toCondition, toRollUpCondition } from './pay-in-filter.ts';

/**
 * How many pay-ins a filter finds, exactly. Whole UTC months and days come from the roll-ups, what sticks out before and after
 * from the list's index; all of it from the index when the filter asks for what the roll-ups do not know (amount, search).
 */
export async function countPayIns(queries: Queries, filter: PayInFilter): Promise<number> {
  const condition = toRollUpCondition(filter);
  if (condition === null) return countDirectly(queries, filter);
  const { months, days, edges } = splitPeriod(filter, true);
  const counts = await Promise.all([
    ...(months === null ? [] : [countIn(queries, condition, 'month', months)]),
    ...days.map((span) => countIn(queries, condition, 'day', span)),
    ...edges.map(({ from, to }) =>
      countDirectly(queries, { ...filter, from: from?.getTime(), to: to === null ? undefined : to.getTime() - 1 }),
    ),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Counts the payments themselves; the reference for the roll-ups. */
export async function countDirectly(queries: Queries, filter: PayInFilter): Promise<number> {
  const { sql, parameters } = toCondition(filter);
  const [row] = await queries.query<{ count: number }>(
    `SELECT count(*) AS count FROM payments AS p WHERE ${sql}`,
    parameters,
  );
  return row?.count ?? 0;
}

const rollUps = { day: 'payments_daily', month: 'payments_monthly' } as const;

/** Adds up the whole days or months of a span. */
async function countIn(
  { query }: Queries,
  { sql, parameters }: Condition,
  unit: keyof typeof rollUps,
  { from, to }: Span,
): Promise<number> {
  const given = [...parameters];
  const reach = [
    ...(from === null ? [] : [`p.${unit} >= $${given.push(from)}::timestamptz::date`]),
    ...(to === null ? [] : [`p.${unit} < $${given.push(to)}::timestamptz::date`]),
  ];
  const [row] = await query<{ count: number }>(
    `SELECT coalesce(sum(p.count), 0)::bigint AS count FROM ${rollUps[unit]} AS p WHERE ${[sql, ...reach].join(' AND ')}`,
    given,
  );
  return row?.count ?? 0;
}
