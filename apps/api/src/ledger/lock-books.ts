import type { Queries } from '#database/database.ts';
import type { Integer } from '#database/read-integer.ts';
import { sql } from '#database/sql.ts';
import type { LedgerAccountKind } from './movements.ts';
import type { Books } from './transfer.ts';

/**
 * Locks a pay-in account's books in the order posting locks them, and answers the balances by kind, in minor units. For a
 * decision that depends on a balance; whoever only takes money lets the floor decide.
 */
export async function lockBooks(
  { query }: Queries,
  { merchantId, payInAccountId }: Books,
): Promise<Record<LedgerAccountKind, Integer>> {
  const rows = await query<{ kind: LedgerAccountKind; balance: Integer }>(
    sql`SELECT kind::text AS kind, balance FROM ledger_accounts
      WHERE merchant_id = ${merchantId} AND payee_detail_id = ${payInAccountId}
     ORDER BY merchant_id, ledger_account_id FOR UPDATE`,
  );
  const none = { AVAILABLE: 0, HELD: 0, PENDING_OUT: 0, SETTLEMENT: 0, FEES: 0, EXCHANGE: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance])) };
}
