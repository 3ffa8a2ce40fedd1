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
import type { Queries } from '#database/database.ts';
import { feePercentage, joinFees } from '#database/merchants/fees.ts';
import { raw, type Sql, sql } from '#database/sql.ts';
import {
  type Grain,
  readFeeChangeMonths,
  type RevenueFilter,
  revenueStatuses,
  selectReturned,
  selectRevenue,
} from './select-revenue.ts';

/** Hours are counted payment by payment, so their period is limited. */
const mostHourDays = 8;
const grains = { HOUR: 'HOUR', DAY: 'DAY', WEEK: 'DAY', MONTH: 'MONTH' } as const satisfies Record<PeriodType, Grain>;

type Row = WithSums<Omit<Revenue['items'][number], 'periodStartUtc'>> & { period: Date };

export const getRevenue = handle(getRevenueEndpoint, async ({ query, caller, services }) => {
  if (query.periodType === 'HOUR') refuseLongHours(query);
  return readRevenue(services.database, { ...query, merchantId: merchantOf(caller, query.merchantId) });
});

/**
 * Revenue by period: received and not returned (§7, contract §10 Held), with the fee of the day on which each payment
 * was made (contract §8, Fees). A merchant's fee is rounded once for each period and currency.
 */
export async function readRevenue(
  queries: Queries,
  query: Omit<RevenueQuery, 'merchantId'> & { merchantId: string | null; periodType: PeriodType },
) {
  const filter = { ...query, paymentStatuses: query.paymentStatuses ?? revenueStatuses };
  const grain = grains[query.periodType];
  // If a fee changes between the two reads, the response is the one from before or after the change.
  const byDay = grain === 'MONTH' ? await readFeeChangeMonths(queries, filter) : [];
  const rows = await queries.query<Row>(
    sql`WITH by_merchant AS (
       SELECT t.merchant_id, ${beginning(query.periodType)} AS period, t.currency, sum(t.count)::bigint AS count,
       sum(t.amount) AS amount, round(sum(t.amount * ${feePercentage} * 0.01)) AS fee
       FROM (
           SELECT merchant_id, at, currency, sum(count) AS count, sum(amount) AS amount
           FROM (${selectRevenue(filter, grain, byDay)} UNION ALL ${selectReturned(filter)}) AS u GROUP BY 1, 2, 3
         ) AS t
       ${joinFees(filter.merchantId)} GROUP BY 1, 2, 3
     )
     SELECT period AT TIME ZONE 'UTC' AS period, currency, sum(count)::bigint AS count, sum(amount) AS amount,
       sum(fee) AS fee
     FROM by_merchant GROUP BY 1, 2 HAVING sum(count) > 0 ORDER BY 1, 2`,
  );
  const items = rows.map(({ period, ...sums }) => ({ ...sums, periodStartUtc: toWireTime(period) }));
  return { periodType: query.periodType, items };
}

/** Hours are computed per payment: date_bin is a division and much cheaper than date_trunc. */
function beginning(period: PeriodType): Sql {
  return period === 'HOUR'
    ? sql`date_bin('1 hour', t.at, timestamp '2000-01-01')`
    : raw(`date_trunc('${period}', t.at)`);
}

function refuseLongHours({ startDateTimeUtc: start, endDateTimeUtc: end }: RevenueQuery): void {
  const length = start === undefined || end === undefined ? Number.POSITIVE_INFINITY : parseUtc(end) - parseUtc(start);
  if (length > mostHourDays * 86_400_000) {
    throw wrongField('periodType', `HOUR takes a period of at most ${mostHourDays} days.`);
  }
}

export const getPaymentsSummary = handle(getPaymentsSummaryEndpoint, async ({ query, caller, services }) => {
  const { paymentStatuses } = query;
  const merchantId = merchantOf(caller, query.merchantId);
  return { totals: await readSummary(services.database, { ...query, merchantId, paymentStatuses }) };
});

/** Counts and sums of pay-ins by currency and status, equal to those of the list with the same filters (§7). */
export const readSummary = ({ query }: Queries, filter: RevenueFilter) =>
  query<WithSums<PaymentsSummary['totals'][number]>>(
    sql`SELECT currency, status AS "paymentStatus", sum(count)::bigint AS count, sum(amount) AS amount
     FROM (${selectRevenue(filter, 'MONTH')}) AS t
     GROUP BY currency, status HAVING sum(count) > 0 ORDER BY t.currency, t.status`,
  );
