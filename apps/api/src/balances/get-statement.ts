import { getStatement as endpoint } from '@volume/contract/balances/balances.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import { handle } from '#core/handler.ts';
import { inSnapshot, type Integer, type Queries } from '#database/database.ts';
import { type Sql, sql } from '#database/sql.ts';
import { readTotals, readPeriod, type StatementAccount, type StatementDay } from './statement-period.ts';
import { createLineMaker, joinLines, type Line, lineColumns, type LineRow } from './line-row.ts';

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

/** Lines `after` (exclusive) to `upTo`, counted from the first, newest first, each with the balance after it. */
async function readLines(
  snapshot: Queries,
  { merchantId, otherSide }: StatementAccount,
  days: readonly StatementDay[],
  { after, upTo }: { after: number; upTo: number },
): Promise<Line[]> {
  const newest = days.find(({ lines }) => lines >= upTo);
  const oldest = days.find(({ lines }) => lines > after);
  if (upTo <= after || !newest || !oldest) return [];
  // Only the days of this page are read, a few thousand index entries at most; the joins see one page.
  const within = sql`merchant_id = ${merchantId} AND ledger_account_id = ANY(${otherSide}::uuid[])
    AND at >= ${new Date(oldest.start)}::timestamptz AND at < ${new Date(newest.start + 86_400_000)}::timestamptz
    ORDER BY at DESC, transfer_id DESC, ledger_account_id DESC`;
  const skipped = newest.lines - upTo;
  const rows = await snapshot.query<LineRow>(
    sql`WITH page AS (
       SELECT at, transfer_id, ledger_account_id, -amount AS amount FROM ledger_legs
       WHERE ${within} OFFSET ${skipped}::bigint LIMIT ${upTo - after}::bigint
     )
     SELECT ${lineColumns}
     ${joinLines(merchantId)}`,
  );
  const [first] = rows;
  const isStored = first?.balanceAfter != null || skipped === 0;
  const passed = isStored
    ? 0
    : await sumOf(snapshot, sql`SELECT amount FROM ledger_legs WHERE ${within} LIMIT ${skipped}::bigint`);
  return rows.map(createLineMaker(newest.balance + BigInt(passed)));
}

async function sumOf({ query }: Queries, amounts: Sql): Promise<Integer> {
  const [sum] = await query<{ amount: Integer }>(sql`SELECT sum(amount) AS amount FROM (${amounts}) AS passed`);
  return sum?.amount ?? 0;
}
