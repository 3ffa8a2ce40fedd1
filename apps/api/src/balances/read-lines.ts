import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Integer } from '#database/read-integer.ts';
import type { StatementAccount } from './find-statement-account.ts';
import { type Line, lineColumns, joinLines, type LineRow, toLine } from './line-row.ts';
import type { StatementDay } from './stand-at.ts';

type Row = LineRow & {
  /** What the lines of the same days that are newer than this one, and this one, add up to. */
  passed: Integer;
};

/** Lines `after` (exclusive) to `upTo`, counted from the account's first line, newest first, each with the balance after it. */
export async function readLines(
  { query }: Queries,
  { merchantId, otherSide }: StatementAccount,
  days: readonly StatementDay[],
  { after, upTo }: { after: number; upTo: number },
): Promise<Line[]> {
  const newest = days.find(({ lines }) => lines >= upTo);
  const oldest = days.find(({ lines }) => lines > after);
  if (upTo <= after || !newest || !oldest) return [];
  // Days are short, so the window runs over a few thousand index entries at most; the joins see one page only.
  const rows = await query<Row>(
    sql`WITH page AS (
       SELECT at, transfer_id, ledger_account_id, -amount AS amount,
         sum(-amount) OVER (ORDER BY at DESC, transfer_id DESC, ledger_account_id DESC ROWS UNBOUNDED PRECEDING) AS passed
       FROM ledger_legs
       WHERE merchant_id = ${merchantId} AND ledger_account_id = ANY(${otherSide}::uuid[])
         AND at >= ${new Date(oldest.start)}::timestamptz AND at < ${new Date(newest.start + 86_400_000)}::timestamptz
       ORDER BY at DESC, transfer_id DESC, ledger_account_id DESC
       OFFSET ${newest.lines - upTo}::bigint LIMIT ${upTo - after}::bigint
     )
     SELECT ${lineColumns}, l.passed
     ${joinLines(merchantId)}`,
  );
  return rows.map((row) => toLine(row, newest.balance - BigInt(row.passed) + BigInt(row.amount)));
}
