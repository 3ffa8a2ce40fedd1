import { parseUtc } from '@volume/contract/period.ts';
import type { RevenueQuery } from '@volume/contract/revenue.ts';
import { type Sql, allOf, joined, sql, toEnumArray } from '#database/sql.ts';
import { splitPeriod, type Span } from '#database/roll-ups/split-period.ts';

export type RevenueFilter = Pick<RevenueQuery, 'applicationId' | 'startDateTimeUtc' | 'endDateTimeUtc'> & {
  /** Null for all merchants, administrators only. */
  merchantId: string | null;
  paymentStatuses: readonly string[] | undefined;
};

/** How exactly `at` has to tell when: to the hour, the day or the month (or not at all, which is the month). */
export type Grain = 'HOUR' | 'DAY' | 'MONTH';

const sources = {
  payments: sql`SELECT merchant_id, created_at AT TIME ZONE 'UTC' AS at, currency, status, 1::bigint AS count, amount
    FROM payments`,
  // Added up where they are read: a week of a large merchant is many thousands. Nobody asks an hour for its statuses.
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

/** Whose pay-ins are asked for, and in which statuses; null where it does not filter. */
export const whose = ({ merchantId, applicationId, paymentStatuses: statuses }: RevenueFilter): (Sql | null)[] => [
  merchantId === null ? null : sql`merchant_id = ${merchantId}`,
  applicationId === undefined ? null : sql`application_id = ${applicationId}`,
  statuses ? sql`status = ANY(${toEnumArray(statuses)}::payment_status[])` : null,
];

/**
 * Rows `(merchant_id, at, currency, status, count, amount)` that add up to the filtered pay-ins: whole months and days from the
 * roll-ups where the grain allows, the rest from the list's index. `at` is UTC without zone.
 */
export function selectRevenue(filter: RevenueFilter, grain: Grain): Sql {
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
    ...(months === null ? [] : [within('months', months)]),
    ...days.map((span) => within(grain === 'HOUR' ? 'hours' : 'days', span)),
    ...edges.map((span) => within(grain === 'HOUR' ? 'hours' : 'payments', span)),
  ];
  // A period that ends before it begins holds nothing.
  return parts.length > 0 ? joined(parts, '\nUNION ALL\n') : sql`${sources.days} WHERE FALSE`;
}

const atOf = (time: string | undefined): number | undefined => (time === undefined ? undefined : parseUtc(time));
