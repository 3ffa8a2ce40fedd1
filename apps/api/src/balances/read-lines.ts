import type { StatementLine } from '@volume/contract/balances.ts';
import { toWireTime } from '@volume/contract/period.ts';
import type { Queries } from '#database/database.ts';
import { describeLine, lineKindOf, type Told } from './describe-line.ts';
import type { StatementAccount } from './find-statement-account.ts';
import type { StatementDay } from './stand-at.ts';

type Row = Told & {
  transferId: string;
  at: Date;
  amount: number;
  /** What the lines of the same days that are newer than this one, and this one, add up to. */
  passed: number;
  paymentId: string | null;
  payoutPaymentId: string | null;
  exchangeId: string | null;
};

/** Lines `after` (exclusive) to `upTo`, counted from the account's first line, newest first, each with the balance after it. */
export async function readLines(
  { query }: Queries,
  { merchantId, otherSide }: StatementAccount,
  days: readonly StatementDay[],
  { after, upTo }: { after: number; upTo: number },
): Promise<StatementLine[]> {
  const newest = days.find(({ lines }) => lines >= upTo);
  const oldest = days.find(({ lines }) => lines > after);
  if (upTo <= after || !newest || !oldest) return [];
  const rows = await query<Row>(statement, [
    merchantId,
    otherSide,
    new Date(oldest.start),
    new Date(newest.start + 86_400_000),
    newest.lines - upTo,
    upTo - after,
  ]);
  return rows.map((row) => toLine(row, newest.balance - row.passed + row.amount));
}

// Days are short, so the window runs over a few thousand index entries at most; the joins see one page only.
const statement = `
WITH page AS (
  SELECT at, transfer_id, ledger_account_id, -amount AS amount,
    (sum(-amount) OVER (ORDER BY at DESC, transfer_id DESC, ledger_account_id DESC ROWS UNBOUNDED PRECEDING))::bigint AS passed
  FROM ledger_legs
  WHERE merchant_id = $1 AND ledger_account_id = ANY($2::uuid[]) AND at >= $3::timestamptz AND at < $4::timestamptz
  ORDER BY at DESC, transfer_id DESC, ledger_account_id DESC OFFSET $5::bigint LIMIT $6::bigint
)
SELECT l.transfer_id AS "transferId", l.at, l.amount, l.passed, t.kind, a.kind::text AS account,
  t.payment_id AS "paymentId", t.payout_payment_id AS "payoutPaymentId", t.exchange_id AS "exchangeId",
  p.payer_name AS "payerName", o.destination ->> 'name' AS "payeeName",
  coalesce(r.reference, o.reference, p.reference) AS reference
FROM page AS l
JOIN ledger_accounts AS a ON a.merchant_id = $1 AND a.ledger_account_id = l.ledger_account_id
JOIN ledger_transfers AS t ON t.merchant_id = $1 AND t.transfer_id = l.transfer_id
LEFT JOIN payments AS p ON p.merchant_id = $1 AND p.payment_id = t.payment_id
LEFT JOIN refunds AS r ON r.merchant_id = $1 AND r.refund_id = t.refund_id
LEFT JOIN outbound_payments AS o ON o.merchant_id = $1 AND o.payout_payment_id = t.payout_payment_id
ORDER BY l.at DESC, l.transfer_id DESC, l.ledger_account_id DESC`;

function toLine(row: Row, balanceAfter: number): StatementLine {
  const kind = lineKindOf(row);
  return {
    // An exchange and its fee are two lines of one transfer.
    id: `${row.transferId}:${kind}`,
    atUtc: toWireTime(row.at),
    kind,
    description: describeLine(row),
    reference: row.reference,
    amount: row.amount,
    balanceAfter,
    paymentId: row.paymentId,
    payoutPaymentId: row.payoutPaymentId,
    exchangeId: row.exchangeId,
  };
}
