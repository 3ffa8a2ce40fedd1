import type { Currency } from '@volume/contract/money/money.ts';
import { feePercentage, feeSpans, joinFees } from '#database/merchants/fees.ts';
import { allOf, type Sql, sql } from '#database/sql.ts';
import { toCondition } from '#pay-ins/pay-in-filters.ts';
import { addUpFees, findMerchants, readFees } from '#revenue/list-fees.ts';
import { filterOf, type MonthSpan, monthOf, readFeeStatement } from '#revenue/read-fees.ts';
import { revenueStatuses } from '#revenue/select-revenue.ts';
import { type Asked, type AskedOfMerchant, type Figure, none, required } from './figure.ts';

/** The fee of each pay-in of a month, by the rates that were valid on its days. */
export function fees({ queries, query, merchantId, now }: AskedOfMerchant): Figure {
  const [month, currency] = [required(query, 'month'), required(query, 'currency')];
  return {
    currency,
    sources: [
      {
        of: 'payments',
        parts: { RATE: 'PLUS' },
        select: selectFees(rowsOfMonth({ merchantId, currency, month: monthOf(month) }), merchantId, monthOf(month)),
        rounds: 'TOTAL',
      },
    ],
    has: { count: true, amount: true },
    readShown: async () => {
      const { currencies } = await readFeeStatement(queries, { merchantId, month, now });
      const found = currencies.find((each) => each.currency === currency);
      return { ...none, count: found?.count ?? 0, amount: found?.fee ?? 0 };
    },
  };
}

/** The fees of all merchants that the administrators' list finds, each rounded. */
export async function allFees({ queries, query }: Asked): Promise<Figure> {
  const [month, currency, search] = [required(query, 'month'), required(query, 'currency'), query.search];
  const found = search === undefined ? null : await findMerchants(queries, search);
  const rows = rowsOfMonth({ merchantId: null, currency, month: monthOf(month) }, found);
  return {
    currency,
    sources: [
      {
        of: 'payments',
        parts: { PAY_INS: 'PLUS' },
        select: sql`SELECT 'PAY_INS' AS part, NULL::text AS key, t.merchant_id, t.id, t.made AS at,
            t.amount * ${feePercentage} * 0.01 AS amount
          FROM (${rows}) AS t ${joinFees(null)}`,
        rounds: 'EACH_MERCHANT',
      },
    ],
    has: { count: true, amount: true },
    readShown: async () => {
      const { count, fee } = addUpFees(await readFees(queries, { month, search, currency }));
      return { ...none, count, amount: fee };
    },
  };
}

interface MonthOf {
  /** Null for all. */
  merchantId: string | null;
  currency: Currency;
  month: MonthSpan;
}

/** The pay-ins of a month that have a fee, `at` as `joinFees` reads it; null for those of all merchants. */
function rowsOfMonth({ merchantId, currency, month }: MonthOf, merchantIds: readonly string[] | null = null): Sql {
  const counted = { ...filterOf(merchantId, month), currencies: [currency], paymentStatuses: [...revenueStatuses] };
  const condition = allOf([
    toCondition({ ...counted, returnedFilter: 'NOT_RETURNED' }),
    merchantIds && sql`p.merchant_id = ANY(${merchantIds}::uuid[])`,
  ]);
  return sql`SELECT p.merchant_id, p.payment_id AS id, p.amount, p.created_at AS made, p.created_at AT TIME ZONE 'UTC' AS at
    FROM payments AS p WHERE ${condition}`;
}

/** The pay-ins with their rates. A rate is described once, and not again for each of its pay-ins. */
const selectFees = (rows: Sql, merchantId: string, month: MonthSpan): Sql =>
  sql`SELECT 'RATE' AS part, f.key, t.merchant_id, t.id, t.made AS at, t.amount * f.percentage * 0.01 AS amount, f.rate
    FROM (${rows}) AS t JOIN (${selectRates(merchantId, month)}) AS f
      ON (f.valid_from IS NULL OR t.at >= f.valid_from) AND (f.valid_until IS NULL OR t.at < f.valid_until)`;

/** The merchant's first rate and its later ones, each with its days in the month. */
function selectRates(merchantId: string, month: MonthSpan): Sql {
  const [first, next] = [sql`${month.from}::timestamptz`, sql`${month.to}::timestamptz`];
  const from = sql`to_char(greatest(valid_from, (${first} AT TIME ZONE 'UTC')::date), 'YYYY-MM-DD')`;
  const to = sql`to_char(least(valid_until, (${next} AT TIME ZONE 'UTC')::date) - 1, 'YYYY-MM-DD')`;
  // Without OFFSET, PostgreSQL would compute the description of the rate for each pay-in.
  return sql`SELECT percentage, valid_from, valid_until, ${from} AS key,
      jsonb_build_object('percentage', percentage::float8, 'from', ${from}, 'to', ${to}) AS rate
    FROM (
      SELECT payment_flat_fee_in_percentage AS percentage, NULL::date AS valid_from,
        (SELECT min(valid_from) FROM fee_changes WHERE merchant_id = ${merchantId}) AS valid_until
      FROM merchants WHERE merchant_id = ${merchantId}
      UNION ALL SELECT percentage, valid_from, valid_until FROM (${feeSpans(merchantId)}) AS changed
    ) AS spans OFFSET 0`;
}
