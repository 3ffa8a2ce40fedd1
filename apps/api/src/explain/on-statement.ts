import type { Currency } from '@volume/contract/money/money.ts';
import { readPeriod, readTotals } from '#balances/statement-period.ts';
import { allOf, type Sql, sql } from '#database/sql.ts';
import { isWithin, joinTransfers, spanOf, whereEntries } from './entries.ts';
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

/** The received pay-ins as conditions on `payments AS p`: those that were paid, and of them those that were not returned. */
interface Received {
  isPaid: Sql;
  isReceived: Sql;
}

/** Leads from the received pay-ins to the money in of the statements of the same currency. Undefined without such an account. */
export async function readStatementFigure(
  asked: AskedOfMerchant,
  currency: Currency,
  { isPaid, isReceived }: Received,
): Promise<Figure['onStatement']> {
  const accounts = await readAccounts(asked, currency);
  if (accounts.length === 0) return undefined;
  return {
    payInAccountIds: accounts.map(({ payInAccountId }) => payInAccountId),
    sources: [
      {
        of: 'payments',
        parts: { RECEIVED: 'PLUS' },
        select: payIns(sql`'RECEIVED'`, isReceived),
        isTotalOfFigure: true,
      },
      {
        of: (part) => (part === 'NOT_YET_BOOKED' ? 'payments' : 'ledger'),
        parts: { ...bookedParts, NOT_YET_BOOKED: 'MINUS' },
        select: selectDifference(asked, accounts, isPaid),
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

/**
 * Entries that are money in and not of a received pay-in, and received pay-ins that are not booked in the period. One join of both,
 * because each side has a row for nearly every pay-in of the period.
 */
function selectDifference(asked: AskedOfMerchant, accounts: readonly AccountRow[], isPaid: Sql): Sql {
  const { merchantId } = asked;
  const span = spanOf(asked.query, null);
  const entries = whereEntries(
    { merchantId, otherSide: accounts.flatMap(({ otherSide }) => otherSide) },
    span,
    sql`l.amount < 0`,
  );
  const createdAt = sql`(SELECT q.created_at FROM payments AS q WHERE q.merchant_id = ${merchantId}
    AND q.payment_id = b.payment_id)`;
  return sql`SELECT * FROM (
    SELECT CASE WHEN b.id IS NULL THEN CASE WHEN p.hold <> 'RETURNED' THEN 'NOT_YET_BOOKED' END
        WHEN b.kind = 'REFUND_RETURNED' THEN 'REFUNDS_BACK' WHEN b.kind = 'PAYOUT_RETURNED' THEN 'PAYOUTS_BACK'
        WHEN b.kind = 'EXCHANGE' THEN 'EXCHANGED_IN' WHEN p.hold = 'RETURNED' THEN 'BOOKED_THEN_RETURNED'
        WHEN b.payment_id IS NOT NULL AND p.payment_id IS NULL AND (${isWithin(span, createdAt)}) IS NOT TRUE THEN 'CREATED_EARLIER' END AS part,
      NULL::text AS key, coalesce(b.id, p.payment_id) AS id, b.ledger_account_id, coalesce(b.at, p.created_at) AS at,
      coalesce(-b.amount, p.amount) AS amount
    FROM (
      SELECT l.transfer_id AS id, l.ledger_account_id, l.at, l.amount, t.kind,
        CASE WHEN t.kind IN ('PAY_IN', 'PAY_IN_HELD') THEN t.payment_id END AS payment_id
      FROM ledger_legs AS l ${joinTransfers(merchantId)} WHERE ${entries}
    ) AS b FULL JOIN (
      SELECT p.payment_id, p.created_at, p.amount, p.hold FROM payments AS p WHERE ${isPaid}
    ) AS p ON p.payment_id = b.payment_id
  ) AS booked WHERE part IS NOT NULL`;
}
