import { parseUtc } from '@volume/contract/period.ts';
import type { RevenueQuery } from '@volume/contract/revenue.ts';
import type { Parameter } from '#database/database.ts';
import { splitPeriod, type Span } from '#database/roll-ups/split-period.ts';
import { toEnumArray } from '#database/to-enum-array.ts';

export type RevenueFilter = Pick<RevenueQuery, 'applicationId' | 'startDateTimeUtc' | 'endDateTimeUtc'> & {
  /** Null for all merchants, administrators only. */
  merchantId: string | null;
  paymentStatuses: readonly string[] | undefined;
};
export type Selection = { text: string; parameters: Parameter[] };

/** How exactly `at` has to tell when: to the hour, the day or the month (or not at all, which is the month). */
export type Grain = 'HOUR' | 'DAY' | 'MONTH';

const sources = {
  payments: `SELECT merchant_id, created_at AT TIME ZONE 'UTC' AS at, currency, status, 1::bigint AS count, amount FROM payments`,
  // Added up where they are read: a week of a large merchant is many thousands. Nobody asks an hour for its statuses.
  hours: `SELECT merchant_id, hour AT TIME ZONE 'UTC' AS at, currency, NULL::payment_status AS status, count, amount FROM (
    SELECT merchant_id, date_bin('1 hour', created_at, timestamptz '2000-01-01 00:00+00') AS hour, currency, count(*) AS count, sum(amount) AS amount
    FROM payments`,
  days: `SELECT merchant_id, day::timestamp AS at, currency, status, count, amount FROM payments_daily`,
  months: `SELECT merchant_id, month::timestamp AS at, currency, status, count, amount FROM payments_monthly`,
} as const;
const times = { payments: 'created_at', hours: 'created_at', days: 'day', months: 'month' } as const;
const ends = { payments: '', hours: ' GROUP BY 1, 2, 3) AS hours', days: '', months: '' } as const;

/**
 * Rows `(merchant_id, at, currency, status, count, amount)` that add up to the filtered pay-ins: whole months and days from the
 * roll-ups where the grain allows, the rest from the list's index. `at` is UTC without zone.
 */
export function selectRevenue(filter: RevenueFilter, grain: Grain): Selection {
  const parameters: Parameter[] = [];
  const given = (value: Parameter): string => `$${parameters.push(value)}`;
  const same = [
    ...(filter.merchantId === null ? [] : [`merchant_id = ${given(filter.merchantId)}`]),
    ...(filter.applicationId === undefined ? [] : [`application_id = ${given(filter.applicationId)}`]),
    ...(filter.paymentStatuses
      ? [`status = ANY(${given(toEnumArray(filter.paymentStatuses))}::payment_status[])`]
      : []),
  ];
  const within = (source: keyof typeof sources, { from, to }: Span) => {
    const cast = times[source] === 'created_at' ? '::timestamptz' : '::timestamptz::date';
    const conditions = [
      ...same,
      ...(from === null ? [] : [`${times[source]} >= ${given(from)}${cast}`]),
      ...(to === null ? [] : [`${times[source]} < ${given(to)}${cast}`]),
    ];
    return `${sources[source]}${conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''}${ends[source]}`;
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
  return parts.length > 0
    ? { text: parts.join('\nUNION ALL\n'), parameters }
    : { text: `${sources.days} WHERE false`, parameters: [] };
}

const atOf = (time: string | undefined): number | undefined => (time === undefined ? undefined : parseUtc(time));
