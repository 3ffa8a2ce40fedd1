import type { Queries } from '#database/database.ts';
import { raw, sql } from '#database/sql.ts';
import { createDraws } from '#sample-data/payments/draws.ts';
import { type World, worldBegins } from '#sample-data/world.ts';

/** Creates the ledger accounts of virtual accounts: the merchant's three with floor 0, the provider's without. */
export async function writeLedgerAccounts(queries: Queries, world: World): Promise<void> {
  const draws = createDraws(world.random.seedNumber, 'd.payee_detail_id * 8 + k.place');
  await queries.query(
    sql`INSERT INTO ledger_accounts (merchant_id, ledger_account_id, payee_detail_id, currency, kind, floor)
    SELECT d.merchant_id, ${raw(draws.uuid('begun.at', 'ledger-account'))}, d.payee_detail_id, d.for_currency, k.kind::ledger_account_kind, k.floor
    FROM payee_details AS d CROSS JOIN (SELECT ${new Date(worldBegins)}::timestamptz AS at) AS begun CROSS JOIN (VALUES
      (1, 'AVAILABLE', 0), (2, 'HELD', 0), (3, 'PENDING_OUT', 0), (4, 'SETTLEMENT', NULL), (5, 'FEES', NULL), (6, 'EXCHANGE', NULL)
    ) AS k(place, kind, floor)
    WHERE d.is_virtual_account`,
  );
}

/** Number of payments that stageDeposits will add: one for every virtual account with traffic. */
export async function countDeposits(queries: Queries): Promise<number> {
  const [row] = await queries.query<{ count: number }>(
    'SELECT count(*) AS count FROM sample_channels WHERE is_virtual',
  );
  return row?.count ?? 0;
}

/**
 * Stages the opening deposit of every virtual account, large enough that no day takes out more than the days before
 * brought in. Includes the flows written so far and the movements still staged.
 */
export async function stageDeposits(queries: Queries, world: World): Promise<void> {
  const draws = createDraws(world.random.seedNumber);
  await queries.query(
    sql`WITH flows AS (
      SELECT payee_detail_id, day, sum(inflow) AS inflow, sum(outflow) AS outflow FROM (
        SELECT * FROM sample_flows
        UNION ALL SELECT payee_detail_id, (at AT TIME ZONE 'UTC')::date, 0, amount FROM sample_movements WHERE kind IN ('PAYOUT_RESERVED', 'FEE')
      ) AS f GROUP BY 1, 2
    ), needs AS (
      SELECT payee_detail_id, max(taken) AS need FROM (
        SELECT payee_detail_id, sum(outflow) OVER days - coalesce(sum(inflow) OVER (PARTITION BY payee_detail_id ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS taken
        FROM flows WINDOW days AS (PARTITION BY payee_detail_id ORDER BY day)
      ) AS t GROUP BY 1
    )
    INSERT INTO sample_payments (i, merchant_id, payment_id, application_id, payee_detail_id, created_at, updated_at, amount, currency, status, type, hold,
      is_to_virtual_account, is_new_payment, is_payer_checked, tracing_id, reference, payer_name, folded, application_name, provider, slug, settled_at)
    SELECT i, merchant_id, ${raw(draws.uuid('at', 'deposit'))}, application_id, payee_detail_id, at, at, 500000 + ceil(greatest(coalesce(need, 0), 0) / 100000) * 100000, currency,
      'SETTLED', 'EXTERNAL', 'NONE', true, false, false, ${raw(draws.hex('trace'))}, 'OPENING DEPOSIT', account_holder_name,
      E'opening deposit\\n' || folded_name, application_name, provider, slug, at
    FROM (SELECT c.*, -c.payee_detail_id AS i, ${world.start}::timestamptz + interval '5 minutes' + (c.payee_detail_id % 3000) * interval '100 milliseconds' AS at
      FROM sample_channels AS c WHERE c.is_virtual) AS c
    LEFT JOIN needs USING (payee_detail_id)`,
  );
}
