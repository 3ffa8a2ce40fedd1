import type { Queries } from '#database/database.ts';
import { createDraws } from '#sample-data/payments/draws.ts';
import type { World } from '#sample-data/world.ts';

/** Stages one fee a month and pay-in account: the merchant's percentage of what it took, on the first of the next month. */
export async function stageFees(queries: Queries, world: World): Promise<void> {
  const { uuid } = createDraws(
    world.random.seedNumber,
    `payee_detail_id * 10000 + extract(epoch FROM at)::bigint / 86400`,
  );
  await queries.query(
    `INSERT INTO sample_movements
    SELECT merchant_id, ${uuid('at', 'fee')}, 'FEE', at, NULL, NULL, NULL, payee_detail_id, currency, fee
    FROM (
      SELECT c.merchant_id, c.payee_detail_id, c.currency, round(d.amount * c.fee / 100)::bigint AS fee,
        (d.month + interval '1 month 3 hours') AT TIME ZONE 'UTC' AS at
      FROM (
        SELECT merchant_id, application_id, currency, date_trunc('month', created_at AT TIME ZONE 'UTC') AS month, sum(amount) AS amount FROM payments
        WHERE status IN ('COMPLETED', 'SETTLED') AND type = 'VOLUME' GROUP BY 1, 2, 3, 4 OFFSET 0
      ) AS d JOIN sample_channels AS c USING (merchant_id, application_id, currency)
      WHERE c.is_virtual
    ) AS monthly WHERE fee > 0 AND at < $1::timestamptz`,
    [world.now],
  );
}
