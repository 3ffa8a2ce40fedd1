import { parseUtc } from '@volume/contract/lists/period.ts';
import type { RevenueQuery } from '@volume/contract/balances/revenue.ts';
import { momentAfter } from '#core/list-filters.ts';
import type { Queries } from '#database/database.ts';
import { type Span, splitPeriod } from '#database/roll-ups/split-period.ts';
import { allOf, joined, type Sql, sql, toEnumArray } from '#database/sql.ts';

/** The statuses of revenue unless a caller asks for others. */
export const revenueStatuses = ['COMPLETED', 'SETTLED'] as const;

export type RevenueFilter = Pick<RevenueQuery, 'applicationId' | 'startDateTimeUtc' | 'endDateTimeUtc'> & {
  /** Null for all merchants, administrators only. */
  merchantId: string | null;
  paymentStatuses: readonly string[] | undefined;
};

/** The precision of `at`; MONTH also when the time does not matter. */
export type Grain = 'HOUR' | 'DAY' | 'MONTH';

const sources = {
  payments: sql`SELECT merchant_id, created_at AT TIME ZONE 'UTC' AS at, currency, status, 1::bigint AS count, amount
    FROM payments`,
  // Aggregated where it is read: a large merchant has many thousands of payments a week. Revenue by hour needs no
  // status.
  hours: sql`SELECT merchant_id, hour AT TIME ZONE 'UTC' AS at, currency, NULL::payment_status AS status, count, amount
    FROM (
    SELECT merchant_id, date_bin('1 hour', created_at, timestamptz '2000-01-01 00:00+00') AS hour, currency,
    count(*) AS count, sum(amount) AS amount
    FROM payments`,
  days: sql`SELECT merchant_id, day::timestamp AS at, currency, status, count, amount FROM payments_daily`,
  months: sql`SELECT merchant_id, month::timestamp AS at, currency, status, count, amount FROM payments_monthly`,
};
const times = { payments: sql`created_at`, hours: sql`created_at`, days: sql`day`, months: sql`month` };
const casts = { payments: sql``, hours: sql``, days: sql`::date`, months: sql`::date` };
const ends = { payments: sql``, hours: sql` GROUP BY 1, 2, 3) AS hours`, days: sql``, months: sql`` };

/** Conditions for merchant, application and statuses; null where it does not filter. */
const whose = ({ merchantId, applicationId, paymentStatuses: statuses }: RevenueFilter): (Sql | null)[] => [
  merchantId === null ? null : sql`merchant_id = ${merchantId}`,
  applicationId === undefined ? null : sql`application_id = ${applicationId}`,
  statuses ? sql`status = ANY(${toEnumArray(statuses)}::payment_status[])` : null,
];

/**
 * The months of a period within which a fee changes: their days have different fees, so that they cannot be read from
 * the roll-up of months.
 */
export async function readFeeChangeMonths({ query }: Queries, filter: RevenueFilter): Promise<Date[]> {
  const { merchantId, startDateTimeUtc: start, endDateTimeUtc: end } = filter;
  const { months } = splitPeriod({ from: atOf(start), to: atOf(end) }, true);
  if (months === null) return [];
  const conditions = allOf([
    sql`extract(day FROM valid_from) <> 1`,
    merchantId === null ? null : sql`merchant_id = ${merchantId}`,
    months.from && sql`valid_from >= ${months.from}::timestamptz::date`,
    months.to && sql`valid_from < ${months.to}::timestamptz::date`,
  ]);
  const rows = await query<{ month: Date }>(
    sql`SELECT DISTINCT date_trunc('month', valid_from::timestamp) AT TIME ZONE 'UTC' AS month FROM fee_changes
      WHERE ${conditions} ORDER BY 1`,
  );
  return rows.map(({ month }) => month);
}

const monthAfter = (from: Date): Date => new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));

/** The months of a span without the given ones, which are inside of it and sorted. */
function cutOut(span: Span | null, months: readonly Date[]): Span[] {
  if (span === null) return [];
  const begins = [span.from, ...months.map(monthAfter)];
  const ends = [...months, span.to];
  const parts = begins.map((from, at) => ({ from, to: ends[at] ?? null }));
  return parts.filter(({ from, to }) => from === null || to === null || from < to);
}

/**
 * Rows `(merchant_id, at, currency, status, count, amount)` that add up to the filtered pay-ins: whole months and days
 * from the roll-ups where the grain allows, the rest from the list's index; the months `byDay` by their days. `at` is
 * UTC without zone.
 */
export function selectRevenue(filter: RevenueFilter, grain: Grain, byDay: readonly Date[] = []): Sql {
  const within = (source: keyof typeof sources, { from, to }: Span) => {
    const conditions = allOf([
      ...whose(filter),
      from && sql`${times[source]} >= ${from}::timestamptz${casts[source]}`,
      to && sql`${times[source]} < ${to}::timestamptz${casts[source]}`,
    ]);
    return sql`${sources[source]} WHERE ${conditions}${ends[source]}`;
  };
  const { startDateTimeUtc: start, endDateTimeUtc: end } = filter;
  const period = { from: atOf(start), to: atOf(end) };
  const { months, days, edges } = splitPeriod(period, grain === 'MONTH');
  const parts = [
    ...cutOut(months, byDay).map((span) => within('months', span)),
    ...[...days, ...byDay.map((from) => ({ from, to: monthAfter(from) }))].map((span) =>
      within(grain === 'HOUR' ? 'hours' : 'days', span),
    ),
    ...edges.map((span) => within(grain === 'HOUR' ? 'hours' : 'payments', span)),
  ];
  // A period that ends before it begins is empty.
  return parts.length > 0 ? joined(parts, '\nUNION ALL\n') : sql`${sources.days} WHERE FALSE`;
}

const atOf = (time: string | undefined): number | undefined => (time === undefined ? undefined : parseUtc(time));

/** Returned pay-ins as negative rows, because they are no revenue (contract §10 Held); they have an index. */
export function selectReturned(filter: RevenueFilter): Sql {
  const { startDateTimeUtc: start, endDateTimeUtc: end } = filter;
  const conditions = allOf([
    sql`hold = 'RETURNED'`,
    ...whose(filter),
    start === undefined ? null : sql`created_at >= ${new Date(parseUtc(start))}::timestamptz`,
    end === undefined ? null : sql`created_at < ${momentAfter(end)}::timestamptz`,
  ]);
  return sql`SELECT merchant_id, created_at AT TIME ZONE 'UTC' AS at, currency, status, -1::bigint AS count,
    -amount AS amount
    FROM payments WHERE ${conditions}`;
}
