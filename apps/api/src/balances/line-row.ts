import type { StatementLine } from '@volume/contract/balances/balances.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { Integer } from '#database/database.ts';
import type { WithSums } from '#core/handler.ts';
import { raw, type Sql, sql } from '#database/sql.ts';
import type { StatementPeriod } from './statement-period.ts';

export type LineRow = BalanceChange & {
  transferId: string;
  ledgerAccountId: string;
  at: Date;
  amount: Integer;
  /** The balance after this line; null for lines from before it was stored, and for the sample world. */
  balanceAfter: Integer | null;
  paymentId: string | null;
  payoutPaymentId: string | null;
  exchangeId: string | null;
};

export const lineColumns = sql`l.transfer_id AS "transferId", l.ledger_account_id AS "ledgerAccountId", l.at, l.amount,
  h.balance_after AS "balanceAfter", t.kind, a.kind::text AS account,
  t.payment_id AS "paymentId", t.payout_payment_id AS "payoutPaymentId", t.exchange_id AS "exchangeId",
  p.payer_name AS "payerName", o.destination ->> 'name' AS "payeeName",
  coalesce(r.reference, o.reference, p.reference) AS reference`;

/** The order of a statement's lines. */
type LineOrder = 'newest first' | 'oldest first';

const orderBy = (order: LineOrder, table: string): Sql =>
  raw(
    ['at', 'transfer_id', 'ledger_account_id']
      .map((column) => `${table}${column} ${order === 'newest first' ? 'DESC' : 'ASC'}`)
      .join(', '),
  );

export const joinLines = (merchantId: string, order: LineOrder = 'newest first'): Sql => sql`FROM page AS l
JOIN ledger_legs AS h ON h.merchant_id = ${merchantId} AND h.transfer_id = l.transfer_id
  AND h.ledger_account_id = l.ledger_account_id
JOIN ledger_accounts AS a ON a.merchant_id = ${merchantId} AND a.ledger_account_id = l.ledger_account_id
JOIN ledger_transfers AS t ON t.merchant_id = ${merchantId} AND t.transfer_id = l.transfer_id
LEFT JOIN payments AS p ON p.merchant_id = ${merchantId} AND p.payment_id = t.payment_id
LEFT JOIN refunds AS r ON r.merchant_id = ${merchantId} AND r.refund_id = t.refund_id
LEFT JOIN outbound_payments AS o ON o.merchant_id = ${merchantId} AND o.payout_payment_id = t.payout_payment_id
ORDER BY ${orderBy(order, 'l.')}`;

/** A statement line with exact balances of any size. */
export type Line = WithSums<StatementLine>;

function toLine(row: LineRow, balanceAfter: bigint): Line {
  const kind = lineKindOf(row);
  return {
    // An exchange and its fee are two lines of the same transfer.
    id: `${row.transferId}:${kind}`,
    atUtc: toWireTime(row.at),
    kind,
    description: describeLine(row),
    counterparty: counterpartyOf(row),
    reference: row.reference,
    amount: row.amount,
    balanceAfter,
    paymentId: row.paymentId,
    payoutPaymentId: row.payoutPaymentId,
    exchangeId: row.exchangeId,
  };
}

interface BalanceChange {
  kind: string;
  account: string;
  payerName: string | null;
  payeeName: string | null;
  reference: string | null;
}

const kinds: Record<string, StatementLine['kind']> = {
  PAY_IN: 'PAY_IN',
  PAY_IN_HELD: 'PAY_IN',
  PAY_IN_RETURNED: 'RETURN',
  REFUND_PROCESSED: 'REFUND',
  REFUND_RETURNED: 'RETURN',
  PAYOUT_PROCESSED: 'PAYOUT',
  PAYOUT_RETURNED: 'RETURN',
  EXCHANGE: 'EXCHANGE',
  FEE: 'FEE',
};

/** Throws for a movement that does not change the balance. */
function lineKindOf({ kind, account }: BalanceChange): StatementLine['kind'] {
  const found = account === 'FEES' ? 'FEE' : kinds[kind];
  if (!found) throw new Error(`A movement ${kind} does not change a balance.`);
  return found;
}

/** Payer or payee; null for fees and where the money stays with the merchant. */
function counterpartyOf({ kind, account, payerName, payeeName }: BalanceChange): string | null {
  if (account === 'FEES' || kind === 'EXCHANGE' || kind === 'FEE') return null;
  return kind.startsWith('PAYOUT') ? payeeName : payerName;
}

function describeLine(change: BalanceChange): string {
  const { kind, account, payerName, payeeName } = change;
  if (account === 'FEES') return kind === 'EXCHANGE' ? 'Exchange fee' : 'Fee';
  switch (kind) {
    case 'PAY_IN':
    case 'PAY_IN_HELD':
      return payerName ? `Pay-in from ${payerName}` : 'Pay-in';
    case 'PAY_IN_RETURNED':
      return payerName ? `Pay-in returned to ${payerName}` : 'Pay-in returned';
    case 'REFUND_PROCESSED':
      return payerName ? `Refund to ${payerName}` : 'Refund';
    case 'REFUND_RETURNED':
      return 'Refund returned';
    case 'PAYOUT_PROCESSED':
      return payeeName ? `Payout to ${payeeName}` : 'Payout';
    case 'PAYOUT_RETURNED':
      return 'Payout returned';
    default:
      return 'Exchange';
  }
}

/** The lines of a period after `last`. */
export function selectLines(
  { account: { merchantId, otherSide }, from, before }: StatementPeriod,
  order: LineOrder,
  last: LineRow | undefined,
  limit: number | null,
): Sql {
  const further = last
    ? sql`AND (at, transfer_id, ledger_account_id) ${raw(order === 'newest first' ? '<' : '>')} (${last.at}::timestamptz, ${last.transferId}::uuid,
      ${last.ledgerAccountId}::uuid)`
    : sql``;
  return sql`WITH page AS (
       SELECT at, transfer_id, ledger_account_id, -amount AS amount FROM ledger_legs
       WHERE merchant_id = ${merchantId} AND ledger_account_id = ANY(${otherSide}::uuid[])
         AND at >= ${new Date(from)}::timestamptz AND at < ${new Date(before)}::timestamptz ${further}
       ORDER BY ${orderBy(order, '')} LIMIT ${limit}::bigint)
     SELECT ${lineColumns}
     ${joinLines(merchantId, order)}`;
}

/**
 * Builds lines from consecutive rows, newest first: where the balance is not stored, it is counted down from the line
 * before or from `top`, the balance after the first one.
 */
export function createLineMaker(top: bigint): (row: LineRow) => Line {
  let balance = top;
  return (row) => {
    const line = toLine(row, BigInt(row.balanceAfter ?? balance));
    balance = BigInt(line.balanceAfter) - BigInt(row.amount);
    return line;
  };
}

/** The same, oldest first, counted up from the opening balance. */
export function createUpwardLineMaker({ opening }: StatementPeriod): (row: LineRow) => Line {
  let { balance } = opening;
  return (row) => {
    balance = BigInt(row.balanceAfter ?? balance + BigInt(row.amount));
    return toLine(row, balance);
  };
}
