import type { Queries } from '#database/database.ts';
import { createDraws } from '#sample-data/payments/draws.ts';
import type { World } from '#sample-data/world.ts';

/** How many payments stageDeposits will make: one for every virtual account with traffic. */
export async function countDeposits(queries: Queries): Promise<number> {
  const [row] = await queries.query<{ count: number }>(
    'SELECT count(*) AS count FROM sample_channels WHERE is_virtual',
  );
  return row?.count ?? 0;
}

/**
 * Stages the opening deposit of every virtual account, large enough that no day ever takes out more than the days before brought in.
 * Takes the flows written so far and the movements still staged into account.
 */
export async function stageDeposits(queries: Queries, world: World): Promise<void> {
  const draws = createDraws(world.random.seedNumber);
  await queries.query(
    `WITH flows AS (
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
    SELECT i, merchant_id, ${draws.uuid('at', 'deposit')}, application_id, payee_detail_id, at, at, 500000 + ceil(greatest(coalesce(need, 0), 0) / 100000) * 100000, currency,
      'SETTLED', 'EXTERNAL', 'NONE', true, false, false, ${draws.hex('trace')}, 'OPENING DEPOSIT', account_holder_name,
      E'opening deposit\\n' || folded_name, application_name, provider, slug, at
    FROM (SELECT c.*, -c.payee_detail_id AS i, $1::timestamptz + interval '5 minutes' + (c.payee_detail_id % 3000) * interval '100 milliseconds' AS at
      FROM sample_channels AS c WHERE c.is_virtual) AS c
    LEFT JOIN needs USING (payee_detail_id)`,
    [world.start],
  );
}
