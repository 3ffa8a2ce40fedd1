import { parseUtc, toWireTime } from '@volume/contract/period.ts';
import { getRevenue as endpoint, type PeriodType, type Revenue, type RevenueQuery } from '@volume/contract/revenue.ts';
import { handle, type WithSums } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import { merchantOf } from '#core/tenant.ts';
import { raw, type Sql, sql } from '#database/sql.ts';
import { selectReturned } from './select-returned.ts';
import { type Grain, selectRevenue } from './select-revenue.ts';

/** Hours are counted payment by payment, so their range is bounded. */
const mostHourDays = 8;
const grains = { HOUR: 'HOUR', DAY: 'DAY', WEEK: 'DAY', MONTH: 'MONTH' } as const satisfies Record<PeriodType, Grain>;
const revenueStatuses = ['COMPLETED', 'SETTLED'] as const;

type Row = WithSums<Omit<Revenue['items'][number], 'periodStartUtc'>> & { period: Date };

/** Revenue by period: what came in and stayed, with the merchant's flat fee on it (§7, contract §10 Held). */
export const getRevenue = handle(endpoint, async ({ query, caller, services }) => {
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
