import type { Queries } from '#database/database.ts';
import { createDraws } from '#sample-data/payments/draws.ts';
import type { World } from '#sample-data/world.ts';

/**
 * Asks the account providers about every refund and payout in progress at some time of the next day, so that each ends by itself, and there
 * are some to see for as long.
 */
export async function writeDueWork(queries: Queries, world: World): Promise<void> {
  const { fraction, uuid } = createDraws(
    world.random.seedNumber,
    `('x' || substr(md5(object_id::text), 1, 8))::bit(32)::bigint`,
  );
  await queries.query(
    `INSERT INTO due_work (work_id, kind, merchant_id, object_id, due_at)
    SELECT ${uuid('$1::timestamptz', 'due-work')}, kind, merchant_id, object_id, $1::timestamptz + (60 + 86000 * ${fraction(91)}) * interval '1 second'
    FROM (
      SELECT 'REFUND_ASK' AS kind, merchant_id, refund_id AS object_id FROM refunds WHERE status = 'IN_PROGRESS'
      UNION ALL SELECT 'PAYOUT_ASK', merchant_id, payout_payment_id FROM outbound_payments WHERE status = 'IN_PROGRESS'
    ) AS active`,
    [world.now],
  );
}
