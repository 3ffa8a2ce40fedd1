import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { WriteContext } from '#core/write-context.ts';
import type { Books, LedgerAccountKind } from './transfer.ts';

/** The merchant's own accounts never go below zero; the provider's side has no floor. */
const floors: Record<LedgerAccountKind, number | null> = {
  AVAILABLE: 0,
  HELD: 0,
  PENDING_OUT: 0,
  SETTLEMENT: null,
  FEES: null,
  EXCHANGE: null,
};

/** Creates the six empty ledger accounts of a virtual pay-in account. Idempotent. */
export async function openBooks(
  { query }: Queries,
  { newId }: Pick<WriteContext, 'newId'>,
  { merchantId, payInAccountId, currency }: Books,
): Promise<void> {
  const accounts = Object.entries(floors).map(([kind, floor]) => ({ id: newId(), kind, floor }));
  await query(
    sql`INSERT INTO ledger_accounts (merchant_id, ledger_account_id, payee_detail_id, currency, kind, floor)
     SELECT ${merchantId}::uuid, a.id, ${payInAccountId}::bigint, ${currency}::currency, a.kind, a.floor
     FROM jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) AS a(id uuid, kind ledger_account_kind, floor bigint)
     ON CONFLICT (merchant_id, payee_detail_id, kind) DO NOTHING`,
  );
}
