import { parseUtc, toWireTime } from '@volume/contract/period.ts';
import {
  getPaymentsSummary as getPaymentsSummaryEndpoint,
  getRevenue as getRevenueEndpoint,
  type PaymentsSummary,
  type PeriodType,
  type Revenue,
  type RevenueQuery,
} from '@volume/contract/revenue.ts';
import { handle, type WithSums } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import { merchantOf } from '#core/tenant.ts';
import { allOf, raw, type Sql, sql } from '#database/sql.ts';
import { justAfter } from '#core/list-filters.ts';
import { type Grain, type RevenueFilter, selectRevenue, whose } from './select-revenue.ts';

/** Hours are counted payment by payment, so their range is bounded. */
const mostHourDays = 8;
const grains = { HOUR: 'HOUR', DAY: 'DAY', WEEK: 'DAY', MONTH: 'MONTH' } as const satisfies Record<PeriodType, Grain>;
const revenueStatuses = ['COMPLETED', 'SETTLED'] as const;

type Row = WithSums<Omit<Revenue['items'][number], 'periodStartUtc'>> & { period: Date };

/** Revenue by period: what came in and stayed, with the merchant's flat fee on it (§7, contract §10 Held). */
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

/** Hours are told payment by payment: date_bin divides, where date_trunc takes a time apart and puts it together again. */
function beginning(period: PeriodType): Sql {
  return period === 'HOUR' ? sql`date_bin('1 hour', at, timestamp '2000-01-01')` : raw(`date_trunc('${period}', at)`);
}

function refuseLongHours({ startDateTimeUtc: start, endDateTimeUtc: end }: RevenueQuery): void {
  const length = start === undefined || end === undefined ? Number.POSITIVE_INFINITY : parseUtc(end) - parseUtc(start);
  if (length > mostHourDays * 86_400_000) {
    throw new Problem(400, `periodType HOUR takes a period of at most ${mostHourDays} days.`);
  }
}

/**
 * The filtered pay-ins that were returned to the payer, as rows to take away: a returned pay-in leaves the revenue
 * (contract §10 Held). There are few, and an index holds them alone.
 */
function selectReturned(filter: RevenueFilter): Sql {
  const { startDateTimeUtc: start, endDateTimeUtc: end } = filter;
  const conditions = allOf([
    sql`hold = 'RETURNED'`,
    ...whose(filter),
    start === undefined ? null : sql`created_at >= ${new Date(parseUtc(start))}::timestamptz`,
    end === undefined ? null : sql`created_at < ${justAfter(end)}::timestamptz`,
  ]);
  return sql`SELECT merchant_id, created_at AT TIME ZONE 'UTC' AS at, currency, status, -1::bigint AS count,
    -amount AS amount
    FROM payments WHERE ${conditions}`;
}

/** Pay-ins counted and added up by currency and status: what the list with the same filters adds up to (§7). */
export const getPaymentsSummary = handle(getPaymentsSummaryEndpoint, async ({ query, caller, services }) => {
  const merchantId = merchantOf(caller, query.merchantId);
  const selected = selectRevenue({ ...query, merchantId, paymentStatuses: query.paymentStatuses }, 'MONTH');
  const totals = await services.database.query<WithSums<PaymentsSummary['totals'][number]>>(
    sql`SELECT currency, status AS "paymentStatus", sum(count)::bigint AS count, sum(amount) AS amount
     FROM (${selected}) AS t GROUP BY currency, status HAVING sum(count) > 0 ORDER BY t.currency, t.status`,
  );
  return { totals };
});
