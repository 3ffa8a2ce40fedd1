import type { Currency } from '@volume/contract/money/money.ts';
import { readPeriod, readTotals } from '#balances/statement-period.ts';
import { allOf, type Sql, sql } from '#database/sql.ts';
import { isWithin, joinTransfers, selectEntries, spanOf, whereEntries } from './entries.ts';
import { type AskedOfMerchant, type Figure, none } from './figure.ts';
import { payIns } from './pay-in-rows.ts';

interface AccountRow {
  applicationId: string;
  payInAccountId: number;
  otherSide: string[];
}

const readAccounts = ({ queries, query, merchantId }: AskedOfMerchant, currency: Currency): Promise<AccountRow[]> =>
  queries.query<AccountRow>(
    sql`SELECT d.application_id AS "applicationId", d.payee_detail_id AS "payInAccountId",
       array_agg(a.ledger_account_id::text) AS "otherSide"
     FROM payee_details AS d JOIN ledger_accounts AS a ON a.merchant_id = ${merchantId}
       AND a.payee_detail_id = d.payee_detail_id AND a.kind IN ('SETTLEMENT', 'FEES', 'EXCHANGE')
     WHERE ${allOf([
       sql`d.merchant_id = ${merchantId} AND d.for_currency = ${currency}::currency`,
       query.applicationId === undefined ? null : sql`d.application_id = ${query.applicationId}`,
     ])} GROUP BY 1, 2 ORDER BY 2`,
  );

/** The money in of their statements. */
async function readMoneyIn({ queries, query, merchantId }: AskedOfMerchant, accounts: readonly AccountRow[]) {
  let [count, amount] = [0, 0n];
  for (const { applicationId, payInAccountId } of accounts) {
    const period = await readPeriod(queries, {
      params: { merchantId, applicationId, payInAccountId },
      query: { from: query.startDateTimeUtc, to: query.endDateTimeUtc },
    });
    const { linesIn, moneyIn } = await readTotals(queries, period);
    count += linesIn;
    amount += moneyIn;
  }
  return { ...none, count, amount };
}

/**
 * Leads from the received pay-ins to the money in of the statements of the same currency. Undefined without such an
 * account. `isReceived` is the condition of the received ones on `payments AS p`.
 */
export async function readStatementFigure(
  asked: AskedOfMerchant,
  currency: Currency,
  isReceived: Sql,
): Promise<Figure['onStatement']> {
  const accounts = await readAccounts(asked, currency);
  if (accounts.length === 0) return undefined;
  const { merchantId } = asked;
  const span = spanOf(asked.query, null);
  const entry = { merchantId, otherSide: accounts.flatMap(({ otherSide }) => otherSide) };
  const isBooked = sql`EXISTS (SELECT FROM ledger_transfers AS t WHERE t.merchant_id = ${merchantId}
    AND t.payment_id = p.payment_id AND t.kind IN ('PAY_IN', 'PAY_IN_HELD') AND ${isWithin(span, sql`t.at`)})`;
  return {
    payInAccountIds: accounts.map(({ payInAccountId }) => payInAccountId),
    sources: [
      { of: 'payments', parts: { RECEIVED: 'PLUS' }, select: payIns(sql`'RECEIVED'`, isReceived) },
      {
        of: 'ledger',
        parts: bookedParts,
        select: selectBooked(merchantId, whereEntries(entry, span, sql`l.amount < 0`), span),
      },
      {
        of: 'payments',
        parts: { NOT_YET_BOOKED: 'MINUS' },
        select: payIns(sql`'NOT_YET_BOOKED'`, sql`${isReceived} AND NOT ${isBooked}`),
      },
    ],
    has: { count: true, amount: true },
    readShown: () => readMoneyIn(asked, accounts),
  };
}

const bookedParts = {
  CREATED_EARLIER: 'PLUS',
  BOOKED_THEN_RETURNED: 'PLUS',
  REFUNDS_BACK: 'PLUS',
  PAYOUTS_BACK: 'PLUS',
  EXCHANGED_IN: 'PLUS',
} as const;

/** Entries that are money in, without the pay-ins that are already counted as received in the period. */
const selectBooked = (merchantId: string, where: Sql, span: Parameters<typeof isWithin>[0]): Sql =>
  sql`SELECT * FROM (${selectEntries({
    part: sql`CASE t.kind WHEN 'REFUND_RETURNED' THEN 'REFUNDS_BACK' WHEN 'PAYOUT_RETURNED' THEN 'PAYOUTS_BACK'
      WHEN 'EXCHANGE' THEN 'EXCHANGED_IN' ELSE CASE WHEN (${isWithin(span, sql`p.created_at`)}) IS NOT TRUE THEN
      'CREATED_EARLIER' WHEN p.hold = 'RETURNED' THEN 'BOOKED_THEN_RETURNED' ELSE 'RECEIVED' END END`,
    joins: sql`${joinTransfers(merchantId)}
      LEFT JOIN payments AS p ON p.merchant_id = ${merchantId} AND p.payment_id = t.payment_id`,
    where,
  })}) AS booked WHERE part <> 'RECEIVED'`;
