import type { Queries } from '#database/database.ts';
import type { StatementAccount } from './find-statement-account.ts';
import { type Line, lineColumns, lineJoins, type LineRow, toLine } from './line-row.ts';

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
  const further = 'AND (at, transfer_id, ledger_account_id) < ($6::timestamptz, $7::uuid, $8::uuid)';
  const rows = await query<LineRow>(
    `WITH page AS (
       SELECT at, transfer_id, ledger_account_id, -amount AS amount FROM ledger_legs
       WHERE merchant_id = $1 AND ledger_account_id = ANY($2::uuid[]) AND at >= $3::timestamptz AND at < $4::timestamptz
         ${last ? further : ''}
       ORDER BY at DESC, transfer_id DESC, ledger_account_id DESC LIMIT $5::bigint)
     SELECT ${lineColumns}
     ${lineJoins}`,
    [
      merchantId,
      otherSide,
      new Date(from),
      new Date(before),
      size,
      ...(last ? [last.at, last.transferId, last.ledgerAccountId] : []),
    ],
  );
  let { balance } = place;
  const lines = rows.map((row) => {
    const line = toLine(row, balance);
    balance -= BigInt(row.amount);
    return line;
  });
  return { lines, place: { last: rows.at(-1) ?? last, balance } };
}
