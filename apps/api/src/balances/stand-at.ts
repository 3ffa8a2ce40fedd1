import type { Queries } from '#database/database.ts';
import type { Integer } from '#database/read-integer.ts';
import { sql } from '#database/sql.ts';
import type { StatementAccount } from './find-statement-account.ts';

const DAY = 86_400_000;

/** A day of an account that changed its balance: where it ended, counted from the very first line. */
export type StatementDay = { start: number; lines: number; balance: bigint };

/** How many lines an account has had at a moment, and its balance after them in minor units. */
export type Stand = { lines: number; balance: bigint };

/** The account's days, oldest first, each with the lines and the balance at its end. */
export async function readDays(
  { query }: Queries,
  { merchantId, payInAccountId }: Pick<StatementAccount, 'merchantId' | 'payInAccountId'>,
): Promise<StatementDay[]> {
  const rows = await query<{ day: string; lines: number; balance: Integer }>(
    sql`SELECT day, (sum(lines) OVER passed)::bigint AS lines, sum(amount) OVER passed AS balance
     FROM balance_daily WHERE merchant_id = ${merchantId}
     AND payee_detail_id = ${payInAccountId} WINDOW passed AS (ORDER BY day) ORDER BY day`,
  );
  return rows.map(({ day, lines, balance }) => ({
    start: Date.parse(`${day}T00:00:00Z`),
    lines,
    balance: BigInt(balance),
  }));
}

/** How the account stood just before `at` (milliseconds since the epoch, or infinite). */
export async function standAt(
  { query }: Queries,
  { merchantId, otherSide }: StatementAccount,
  days: readonly StatementDay[],
  at: number,
): Promise<Stand> {
  const midnight = Number.isFinite(at) ? Math.floor(at / DAY) * DAY : at;
  const { lines, balance } = days.findLast(({ start }) => start < midnight) ?? { lines: 0, balance: 0n };
  if (midnight === at || days.every(({ start }) => start !== midnight)) return { lines, balance };
  const [part] = await query<{ lines: number; amount: Integer }>(
    sql`SELECT count(*) AS lines, coalesce(-sum(amount), 0) AS amount FROM ledger_legs
     WHERE merchant_id = ${merchantId} AND ledger_account_id = ANY(${otherSide}::uuid[])
     AND at >= ${new Date(midnight)}::timestamptz AND at < ${new Date(at)}::timestamptz`,
  );
  return { lines: lines + (part?.lines ?? 0), balance: balance + BigInt(part?.amount ?? 0) };
}
