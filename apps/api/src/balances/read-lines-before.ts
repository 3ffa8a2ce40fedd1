import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { StatementAccount } from './find-statement-account.ts';
import { type Line, lineColumns, joinLines, type LineRow, toLine } from './line-row.ts';

/** Where a reading of a statement has come to: the last line read, and the balance before it. */
export type LinePlace = { last?: LineRow | undefined; balance: bigint };

/** Milliseconds since the epoch, the end exclusive. */
type Span = { from: number; before: number };

/**
 * The next lines of a period, newest first, and where they end. Each batch begins where the last one ended, so what is
 * booked meanwhile neither moves a line nor costs a batch more.
 */
export async function readLinesBefore(
  { query }: Queries,
  { merchantId, otherSide }: StatementAccount,
  { from, before }: Span,
  { place, size }: { place: LinePlace; size: number },
): Promise<{ lines: Line[]; place: LinePlace }> {
  const { last } = place;
  const further = last
    ? sql`AND (at, transfer_id, ledger_account_id) < (${last.at}::timestamptz, ${last.transferId}::uuid,
      ${last.ledgerAccountId}::uuid)`
    : sql``;
  const rows = await query<LineRow>(
    sql`WITH page AS (
       SELECT at, transfer_id, ledger_account_id, -amount AS amount FROM ledger_legs
       WHERE merchant_id = ${merchantId} AND ledger_account_id = ANY(${otherSide}::uuid[])
         AND at >= ${new Date(from)}::timestamptz AND at < ${new Date(before)}::timestamptz ${further}
       ORDER BY at DESC, transfer_id DESC, ledger_account_id DESC LIMIT ${size}::bigint)
     SELECT ${lineColumns}
     ${joinLines(merchantId)}`,
  );
  let { balance } = place;
  const lines = rows.map((row) => {
    const line = toLine(row, balance);
    balance -= BigInt(row.amount);
    return line;
  });
  return { lines, place: { last: rows.at(-1) ?? last, balance } };
}
