import type { Queries } from '#database/database.ts';
import { createDraws } from '#sample-data/payments/draws.ts';
import { worldBegins, type World } from '#sample-data/world.ts';

/** Opens the books of every virtual pay-in account: the merchant's own three with the floor 0, the provider's three without. */
export async function writeLedgerAccounts(queries: Queries, world: World): Promise<void> {
  const draws = createDraws(world.random.seedNumber, 'd.payee_detail_id * 8 + k.place');
  await queries.query(
    `INSERT INTO ledger_accounts (merchant_id, ledger_account_id, payee_detail_id, currency, kind, floor)
    SELECT d.merchant_id, ${draws.uuid('$1::timestamptz', 'ledger-account')}, d.payee_detail_id, d.for_currency, k.kind::ledger_account_kind, k.floor
    FROM payee_details AS d CROSS JOIN (VALUES
      (1, 'AVAILABLE', 0), (2, 'HELD', 0), (3, 'PENDING_OUT', 0), (4, 'SETTLEMENT', NULL), (5, 'FEES', NULL), (6, 'EXCHANGE', NULL)
    ) AS k(place, kind, floor)
    WHERE d.is_virtual_account`,
    [new Date(worldBegins)],
  );
}
