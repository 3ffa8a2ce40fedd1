import { getStatement as endpoint } from '@volume/contract/balances/balances.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import { handle } from '#core/handler.ts';
import { inSnapshot, type Integer, type Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { readTotals, readPeriod, type StatementAccount, type StatementDay } from './statement-period.ts';
import { joinLines, type Line, lineColumns, type LineRow, toLine } from './line-row.ts';

/**
 * A pay-in account's statement, newest line first (contract §10 Held); both ends of the period are inclusive. 404 for
 * an account of another application, 409 for one without a ledger.
 */
export const getStatement = handle(endpoint, async ({ params, query, services }) => {
  const { page, size } = query;
  const { period, content, totals } = await inSnapshot(services.database, async (snapshot) => {
    const period = await readPeriod(snapshot, { params, query });
    const upTo = Math.max(period.opening.lines, period.closing.lines - page * size);
    const after = Math.max(period.opening.lines, upTo - size);
    return {
      period,
      content: await readLines(snapshot, period.account, period.days, { after, upTo }),
      totals: await readTotals(snapshot, period),
    };
  });
  const { account, opening, closing } = period;
  return {
    ...toPage(content, { page, size, totalElements: closing.lines - opening.lines }),
    currency: account.currency,
    openingBalance: opening.balance,
    ...totals,
    closingBalance: closing.balance,
  };
});

type Row = LineRow & {
  /** Sum of this line and the newer lines of the same days. */
  passed: Integer;
};

/** Lines `after` (exclusive) to `upTo`, counted from the first, newest first, each with the balance after it. */
async function readLines(
  { query }: Queries,
  { merchantId, otherSide }: StatementAccount,
  days: readonly StatementDay[],
  { after, upTo }: { after: number; upTo: number },
): Promise<Line[]> {
  const newest = days.find(({ lines }) => lines >= upTo);
  const oldest = days.find(({ lines }) => lines > after);
  if (upTo <= after || !newest || !oldest) return [];
  // The window function reads only the days of this page, a few thousand index entries at most; the joins see one page.
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
