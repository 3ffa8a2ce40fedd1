import { toWireTime } from '@volume/contract/lists/period.ts';
import type { FeeStatement } from '@volume/contract/balances/fees.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import type { WithSums } from '#core/handler.ts';
import { notFound } from '#core/problem.ts';
import type { Integer, Queries } from '#database/database.ts';
import { feePercentage, joinFees } from '#database/merchants/fees.ts';
import { type Sql, sql } from '#database/sql.ts';
import {
  readFeeChangeMonths,
  type RevenueFilter,
  revenueStatuses,
  selectReturned,
  selectRevenue,
} from './select-revenue.ts';

/** A UTC month, its end exclusive. */
export interface MonthSpan {
  from: Date;
  to: Date;
}

export function monthOf(month: string): MonthSpan {
  const from = new Date(`${month}-01T00:00:00Z`);
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)) };
}

/** The revenue of a month, of one merchant or all: the pay-ins that have a fee. */
export const filterOf = (merchantId: string | null, { from, to }: MonthSpan): RevenueFilter => ({
  merchantId,
  startDateTimeUtc: toWireTime(from),
  endDateTimeUtc: toWireTime(Number(to) - 1),
  paymentStatuses: revenueStatuses,
});

/** Rows `t` of a month with their merchant `m` and changed fee `f`; of returned pay-ins, `returned` is 1. */
export async function joinMonth(queries: Queries, merchantId: string | null, month: MonthSpan): Promise<Sql> {
  const filter = filterOf(merchantId, month);
  const byDay = await readFeeChangeMonths(queries, filter);
  return sql`(
    SELECT merchant_id, at, currency, sum(count) AS count, sum(amount) AS amount, 0 AS returned
    FROM (${selectRevenue(filter, 'MONTH', byDay)}) AS p GROUP BY 1, 2, 3
    UNION ALL SELECT merchant_id, at, currency, count, amount, 1 FROM (${selectReturned(filter)}) AS r
  ) AS t ${joinFees(merchantId)}`;
}

interface LineRow {
  currency: Currency;
  percentage: number;
  validFrom: string | null;
  count: number;
  amount: Integer;
  exactFee: string;
  fee: Integer;
  returnedCount: number;
  returnedAmount: Integer;
}

/** A merchant's fee statement; read within a snapshot, so that lines and sums agree. 404 for an unknown merchant. */
export async function readFeeStatement(
  queries: Queries,
  { merchantId, month: named, now }: { merchantId: string; month: string; now: Date },
): Promise<WithSums<FeeStatement>> {
  const month = monthOf(named);
  const [merchant] = await queries.query<{ companyName: string }>(
    sql`SELECT company_name AS "companyName" FROM merchants WHERE merchant_id = ${merchantId}`,
  );
  if (!merchant) throw notFound('This merchant');
  const rows = await queries.query<LineRow>(
    sql`WITH lines AS (
       SELECT t.currency::text AS currency, ${feePercentage} AS percentage, f.valid_from, sum(t.count)::bigint AS count,
         sum(t.amount) AS amount, sum(t.amount * ${feePercentage} * 0.01) AS fee, sum(t.returned)::bigint AS returned,
         coalesce(-sum(t.amount) FILTER (WHERE t.returned = 1), 0) AS returned_amount
       FROM ${await joinMonth(queries, merchantId, month)} GROUP BY 1, 2, 3
     )
     SELECT currency, percentage::float8 AS percentage, to_char(valid_from, 'YYYY-MM-DD') AS "validFrom", count, amount,
       trim_scale(fee * 0.01)::text AS "exactFee", round(sum(fee) OVER (PARTITION BY currency)) AS fee,
       returned AS "returnedCount", returned_amount AS "returnedAmount"
     FROM lines WHERE count > 0 OR returned > 0 ORDER BY currency DESC, valid_from NULLS FIRST`,
  );
  const begins = await readBegins(queries, merchantId, month);
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  return {
    merchantId,
    companyName: merchant.companyName,
    month: named,
    isSoFar: now < month.to,
    underWay: await countUnderWay(queries, merchantId, month),
    currencies: currencies.map((currency) =>
      toCurrency(
        rows.filter((row) => row.currency === currency),
        begins,
        month,
      ),
    ),
  };
}

function toCurrency(
  rows: readonly LineRow[],
  begins: readonly string[],
  month: MonthSpan,
): WithSums<FeeStatement['currencies'][number]> {
  const lines = rows
    .filter(({ count }) => count > 0)
    .map(({ percentage, validFrom, count, amount, exactFee }) => {
      const first = dayOf(month.from);
      const from = validFrom === null || validFrom < first ? first : validFrom;
      const next = begins.find((begin) => begin > from);
      const to = next === undefined ? month.to : new Date(`${next}T00:00:00Z`);
      return { percentage, from, to: dayOf(new Date(Number(to) - 1)), count, amount, exactFee };
    });
  return {
    currency: rows[0]?.currency ?? 'GBP',
    count: rows.reduce((sum, { count }) => sum + count, 0),
    amount: addUp(rows.map(({ amount }) => amount)),
    fee: rows[0]?.fee ?? 0,
    lines,
    returned: {
      count: rows.reduce((sum, { returnedCount }) => sum + returnedCount, 0),
      amount: addUp(rows.map(({ returnedAmount }) => returnedAmount)),
    },
  };
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const addUp = (amounts: readonly Integer[]): bigint => amounts.reduce<bigint>((sum, each) => sum + BigInt(each), 0n);

/** The days within the month on which another fee begins, in order. */
async function readBegins({ query }: Queries, merchantId: string, { from, to }: MonthSpan): Promise<string[]> {
  const rows = await query<{ day: string }>(
    sql`SELECT to_char(valid_from, 'YYYY-MM-DD') AS day FROM fee_changes WHERE merchant_id = ${merchantId}
      AND valid_from > ${dayOf(from)}::date AND valid_from < ${dayOf(to)}::date ORDER BY valid_from`,
  );
  return rows.map(({ day }) => day);
}

async function countUnderWay({ query }: Queries, merchantId: string, { from }: MonthSpan): Promise<number> {
  const [row] = await query<{ count: number }>(
    sql`SELECT coalesce(sum(count), 0)::bigint AS count FROM payments_monthly
      WHERE merchant_id = ${merchantId} AND month = ${dayOf(from)}::date
      AND status = ANY('{AWAITING_AUTHORIZATION,AUTHORIZED,PENDING}'::payment_status[])`,
  );
  return row?.count ?? 0;
}
