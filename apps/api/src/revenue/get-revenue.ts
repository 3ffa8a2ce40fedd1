import { parseUtc, toWireTime } from '@volume/contract/lists/period.ts';
import {
  getPaymentsSummary as getPaymentsSummaryEndpoint,
  getRevenue as getRevenueEndpoint,
  type PaymentsSummary,
  type PeriodType,
  type Revenue,
  type RevenueQuery,
} from '@volume/contract/balances/revenue.ts';
import { handle, type WithSums } from '#core/handler.ts';
import { wrongField } from '#core/problem.ts';
import { merchantOf } from '#core/tenant.ts';
import { allOf, joined, raw, type Sql, sql, toEnumArray } from '#database/sql.ts';
import { momentAfter } from '#core/list-filters.ts';
import { type Span, splitPeriod } from '#database/roll-ups/split-period.ts';

/** Hours are counted payment by payment, so their period is limited. */
const mostHourDays = 8;
const grains = { HOUR: 'HOUR', DAY: 'DAY', WEEK: 'DAY', MONTH: 'MONTH' } as const satisfies Record<PeriodType, Grain>;
const revenueStatuses = ['COMPLETED', 'SETTLED'] as const;

type Row = WithSums<Omit<Revenue['items'][number], 'periodStartUtc'>> & { period: Date };

/** Revenue by period: received and not returned, with the merchant's flat fee on it (§7, contract §10 Held). */
export const getRevenue = handle(getRevenueEndpoint, async ({ query, caller, services }) => {
  if (query.periodType === 'HOUR') refuseLongHours(query);
  const filter = {
    ...query,
    merchantId: merchantOf(caller, query.merchantId),
    paymentStatuses: query.paymentStatuses ?? revenueStatuses,
  };
  const all = selectRevenue(filter, grains[query.periodType]);
  const rows = await services.database.query<Row>(
    sql`WITH by_merchant AS (
       SELECT merchant_id, ${beginning(query.periodType)} AS period, currency, sum(count)::bigint AS count,
       sum(amount) AS amount
       FROM (${all} UNION ALL ${selectReturned(filter)}) AS t GROUP BY 1, 2, 3
     )
     SELECT period AT TIME ZONE 'UTC' AS period, currency, sum(count)::bigint AS count, sum(amount) AS amount,
       round(sum(amount * payment_flat_fee_in_percentage / 100)) AS fee
     FROM by_merchant JOIN merchants USING (merchant_id)
     GROUP BY 1, 2 HAVING sum(count) > 0 ORDER BY 1, 2`,
  );
  const items = rows.map(({ period, ...sums }) => ({ ...sums, periodStartUtc: toWireTime(period) }));
  return { periodType: query.periodType, items };
});

/** Hours are computed per payment: date_bin is a division and much cheaper than date_trunc. */
function beginning(period: PeriodType): Sql {
  return period === 'HOUR' ? sql`date_bin('1 hour', at, timestamp '2000-01-01')` : raw(`date_trunc('${period}', at)`);
}

function refuseLongHours({ startDateTimeUtc: start, endDateTimeUtc: end }: RevenueQuery): void {
  const length = start === undefined || end === undefined ? Number.POSITIVE_INFINITY : parseUtc(end) - parseUtc(start);
  if (length > mostHourDays * 86_400_000) {
    throw wrongField('periodType', `HOUR takes a period of at most ${mostHourDays} days.`);
  }
}

/** Returned pay-ins as negative rows, because they are no revenue (contract §10 Held); they have an index. */
function selectReturned(filter: RevenueFilter): Sql {
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

/** Counts and sums of pay-ins by currency and status, equal to those of the list with the same filters (§7). */
export const getPaymentsSummary = handle(getPaymentsSummaryEndpoint, async ({ query, caller, services }) => {
  const merchantId = merchantOf(caller, query.merchantId);
  const selected = selectRevenue({ ...query, merchantId, paymentStatuses: query.paymentStatuses }, 'MONTH');
  const totals = await services.database.query<WithSums<PaymentsSummary['totals'][number]>>(
    sql`SELECT currency, status AS "paymentStatus", sum(count)::bigint AS count, sum(amount) AS amount
     FROM (${selected}) AS t GROUP BY currency, status HAVING sum(count) > 0 ORDER BY t.currency, t.status`,
  );
  return { totals };
});

type RevenueFilter = Pick<RevenueQuery, 'applicationId' | 'startDateTimeUtc' | 'endDateTimeUtc'> & {
  /** Null for all merchants, administrators only. */
  merchantId: string | null;
  paymentStatuses: readonly string[] | undefined;
};

/** The precision of `at`; MONTH also when the time does not matter. */
type Grain = 'HOUR' | 'DAY' | 'MONTH';

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
 * Rows `(merchant_id, at, currency, status, count, amount)` that add up to the filtered pay-ins: whole months and days
 * from the roll-ups where the grain allows, the rest from the list's index. `at` is UTC without zone.
 */
function selectRevenue(filter: RevenueFilter, grain: Grain): Sql {
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
  // A period that ends before it begins is empty.
  return parts.length > 0 ? joined(parts, '\nUNION ALL\n') : sql`${sources.days} WHERE FALSE`;
}

const atOf = (time: string | undefined): number | undefined => (time === undefined ? undefined : parseUtc(time));
