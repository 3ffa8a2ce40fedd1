import type { StatementLine } from '@volume/contract/balances.ts';
import { toWireTime } from '@volume/contract/period.ts';
import type { Integer } from '#database/read-integer.ts';
import type { WithSums } from '#core/handler.ts';
import { describeLine, lineKindOf, type Told } from './describe-line.ts';
import { type Sql, sql } from '#database/sql.ts';

export type LineRow = Told & {
  transferId: string;
  ledgerAccountId: string;
  at: Date;
  amount: Integer;
  paymentId: string | null;
  payoutPaymentId: string | null;
  exchangeId: string | null;
};

/** What a line needs beside its leg; `page` holds the legs. */
export const lineColumns = sql`l.transfer_id AS "transferId", l.ledger_account_id AS "ledgerAccountId", l.at, l.amount,
  t.kind, a.kind::text AS account,
  t.payment_id AS "paymentId", t.payout_payment_id AS "payoutPaymentId", t.exchange_id AS "exchangeId",
  p.payer_name AS "payerName", o.destination ->> 'name' AS "payeeName",
  coalesce(r.reference, o.reference, p.reference) AS reference`;

export const joinLines = (merchantId: string): Sql => sql`FROM page AS l
JOIN ledger_accounts AS a ON a.merchant_id = ${merchantId} AND a.ledger_account_id = l.ledger_account_id
JOIN ledger_transfers AS t ON t.merchant_id = ${merchantId} AND t.transfer_id = l.transfer_id
LEFT JOIN payments AS p ON p.merchant_id = ${merchantId} AND p.payment_id = t.payment_id
LEFT JOIN refunds AS r ON r.merchant_id = ${merchantId} AND r.refund_id = t.refund_id
LEFT JOIN outbound_payments AS o ON o.merchant_id = ${merchantId} AND o.payout_payment_id = t.payout_payment_id
ORDER BY l.at DESC, l.transfer_id DESC, l.ledger_account_id DESC`;

/** A line of a statement; its balances are exact at any size. */
export type Line = WithSums<StatementLine>;

export function toLine(row: LineRow, balanceAfter: bigint): Line {
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
