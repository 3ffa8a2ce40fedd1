import { type FigureLeg, listFigureLegs as endpoint } from '@volume/contract/explain/explain.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { createLineMaker, joinLines, lineColumns, type LineRow } from '#balances/line-row.ts';
import { handle, type WithSums } from '#core/handler.ts';
import { wrongField } from '#core/problem.ts';
import { inSnapshot, type Integer, type Queries } from '#database/database.ts';
import { andOf, raw, type Sql, sql } from '#database/sql.ts';
import { readInParallel, rowsOf, type RowsOf } from './figure.ts';
import { readFigure, readQuery } from './read-figure.ts';

type Leg = WithSums<FigureLeg>;

/** The rows of a part, newest first, from the same query that adds them up. */
export const listFigureLegs = handle(endpoint, async ({ query, caller, services }) => {
  const { part, key, page, size, ...asked } = query;
  const given = readQuery(asked, caller, services);
  return inSnapshot(services.database, async (queries) => {
    await readInParallel(queries);
    const { sources, onStatement } = await readFigure({ ...given, queries });
    const source = [...sources, ...(onStatement?.sources ?? [])].find(({ parts }) => part in parts);
    if (!source) throw wrongField('part', `is not a part of ${asked.figure}.`);
    const ofKey = key === undefined ? sql`` : sql` AND key = ${key}`;
    const from = sql`(${source.select}) AS s WHERE part = ${part}${ofKey}`;
    const [total] = await queries.query<{ count: number }>(sql`SELECT count(*) AS count FROM ${from}`);
    const sign = raw(source.parts[part] === 'MINUS' ? '-' : '');
    const of = rowsOf(source, part);
    const pageOfRows = sql`SELECT s.*, ${sign}s.amount AS signed FROM ${from}
      ORDER BY at DESC, id DESC${raw(of === 'ledger' ? ', ledger_account_id DESC' : '')}
      LIMIT ${size}::bigint OFFSET ${page * size}::bigint`;
    const content = await readRows(queries, given.merchantId, { of, isExact: 'rounds' in source, page: pageOfRows });
    const envelope = toPage(content, { page, size, totalElements: total?.count ?? 0 });
    return { ...envelope, atUtc: toWireTime(given.at ?? given.now) };
  });
});

/** Ledger legs as the statement describes them. */
async function readEntries({ query }: Queries, merchantId: string, page: Sql): Promise<Leg[]> {
  const rows = await query<LineRow & { payInAccountId: number; currency: Currency }>(
    sql`WITH page AS (
       SELECT at, id AS transfer_id, ledger_account_id, signed AS amount FROM (${page}) AS p
     )
     SELECT ${lineColumns}, a.payee_detail_id AS "payInAccountId", a.currency::text AS currency ${joinLines(merchantId)}`,
  );
  const toLine = createLineMaker(0n);
  return rows.map((row) => {
    const { description: _text, balanceAfter: _balance, ...line } = toLine(row);
    return { ...line, status: null, currency: row.currency, exact: null, payInAccountId: row.payInAccountId };
  });
}

interface Row extends Omit<Leg, 'atUtc' | 'amount' | 'exact'> {
  at: Date;
  amount: Integer | null;
  exact: string;
}

const references = sql`coalesce(nullif(trim(p.merchant_reference), ''), p.reference)`;
const payIn = sql`p.payer_name AS counterparty, ${references} AS reference, p.currency::text AS currency,
  p.payee_detail_id AS "payInAccountId", p.payment_id AS "paymentId", NULL AS "payoutPaymentId"`;

/** The kind of a row and the name in it; `s` is a row of the page. */
const details: Record<Exclude<RowsOf, 'ledger'>, (merchantId: string | null) => Sql> = {
  payments: (merchantId) => sql`'PAY_IN' AS kind, p.status::text AS status, ${payIn}
    FROM page AS s JOIN payments AS p ON p.payment_id = s.id
    ${merchantId === null ? sql` AND p.merchant_id = s.merchant_id` : andOf('p', merchantId)}`,
  refunds: (merchantId) => sql`'REFUND' AS kind, r.status::text AS status, ${payIn}
    FROM page AS s JOIN refunds AS r ON r.refund_id = s.id${andOf('r', merchantId)}
    JOIN payments AS p ON p.payment_id = r.payment_id${andOf('p', merchantId)}`,
  payouts: (merchantId) => sql`'PAYOUT' AS kind, o.status::text AS status, o.destination ->> 'name' AS counterparty,
    o.reference, o.currency::text AS currency, o.payee_detail_id AS "payInAccountId", NULL AS "paymentId",
    o.payout_payment_id AS "payoutPaymentId"
    FROM page AS s JOIN outbound_payments AS o ON o.payout_payment_id = s.id${andOf('o', merchantId)}`,
  items: (merchantId) => sql`CASE WHEN p.payment_id IS NOT NULL THEN 'REFUND' END AS kind, s.key AS status, ${payIn}
    FROM page AS s LEFT JOIN payments AS p ON p.payment_id = s.id${andOf('p', merchantId)}`,
};

interface PageOfRows {
  of: RowsOf;
  isExact: boolean;
  page: Sql;
}

async function readRows(
  queries: Queries,
  merchantId: string | null,
  { of, isExact, page }: PageOfRows,
): Promise<Leg[]> {
  if (of === 'ledger') return readEntries(queries, merchantId ?? '', page);
  const rows = await queries.query<Row>(
    sql`WITH page AS MATERIALIZED (${page})
     SELECT s.id, s.at, round(s.signed) AS amount, trim_scale(s.signed * 0.01)::text AS exact, NULL AS "exchangeId",
     ${details[of](merchantId)} ORDER BY s.at DESC, s.id DESC`,
  );
  return rows.map(({ at, exact, ...row }) => ({ ...row, atUtc: toWireTime(at), exact: isExact ? exact : null }));
}
