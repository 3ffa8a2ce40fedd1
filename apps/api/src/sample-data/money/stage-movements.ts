import type { Queries } from '#database/database.ts';
import { raw, sql } from '#database/sql.ts';
import { createDraws } from '#sample-data/payments/draws.ts';
import type { World } from '#sample-data/world.ts';

/** Movements of money to be posted, and each day's inflow and outflow per pay-in account. */
export const createMovementStage = `
CREATE TEMPORARY TABLE sample_movements (
  merchant_id uuid, transfer_id uuid, kind text, at timestamptz(3), payment_id uuid, refund_id uuid, payout_payment_id uuid,
  payee_detail_id bigint, currency currency, amount bigint
) ON COMMIT DROP;
CREATE TEMPORARY TABLE sample_flows (payee_detail_id bigint, day date, inflow bigint, outflow bigint) ON COMMIT DROP`;

/** One scan per step is cheaper than one scan that evaluates every step on every row. */
const payInSteps = [
  { step: 1, kind: 'PAY_IN', at: 'settled_at', happens: `hold = 'NONE'` },
  { step: 1, kind: 'PAY_IN_HELD', at: 'settled_at', happens: `hold <> 'NONE'` },
  { step: 2, kind: 'PAY_IN_RELEASED', at: 'hold_until', happens: `hold = 'RELEASED'` },
  { step: 3, kind: 'PAY_IN_RETURNED', at: 'hold_until', happens: `hold = 'RETURNED'` },
];

/** Every settled payment arrives immediately, or is held and then released, returned, or still held. */
export async function stagePayInMovements(queries: Queries, world: World): Promise<void> {
  for (const { step, kind, at, happens } of payInSteps) {
    const draws = createDraws(world.random.seedNumber, `i * 8 + ${step}`);
    await queries.run(`
      INSERT INTO sample_movements
      SELECT merchant_id, ${draws.uuid(at, 'pay-in')}, '${kind}', ${at}, payment_id, NULL, NULL, payee_detail_id, currency, amount
      FROM sample_payments WHERE status = 'SETTLED' AND ${happens}`);
  }
}

/** A refund is reserved, then processed or given back; a returned one arrives again. */
export async function stageRefundMovements(queries: Queries, world: World): Promise<void> {
  const draws = createDraws(world.random.seedNumber, '(i * 4 + part) * 8 + step');
  await queries.run(`
    INSERT INTO sample_movements
    SELECT merchant_id, ${draws.uuid('m.at', 'refund-movement')}, 'REFUND_' || m.kind, m.at, payment_id, refund_id, NULL, payee_detail_id, currency, amount
    FROM sample_refunds AS r CROSS JOIN LATERAL (VALUES
      (1, 'RESERVED', r.created_at, true), (2, 'PROCESSED', r.decided_at, r.status IN ('PROCESSED', 'RETURNED')),
      (3, 'GIVEN_BACK', r.decided_at, r.status IN ('FAILED', 'CANCELLED')), (4, 'RETURNED', r.updated_at, r.status = 'RETURNED')
    ) AS m(step, kind, at, has_happened)
    WHERE m.has_happened`);
}

/** Stages a monthly fee per pay-in account: a percentage of its revenue, on the first of the next month. */
export async function stageFees(queries: Queries, world: World): Promise<void> {
  const { uuid } = createDraws(
    world.random.seedNumber,
    `payee_detail_id * 10000 + extract(epoch FROM at)::bigint / 86400`,
  );
  await queries.query(
    sql`INSERT INTO sample_movements
    SELECT merchant_id, ${raw(uuid('at', 'fee'))}, 'FEE', at, NULL, NULL, NULL, payee_detail_id, currency, fee
    FROM (
      SELECT c.merchant_id, c.payee_detail_id, c.currency, round(d.amount * c.fee / 100)::bigint AS fee,
        (d.month + interval '1 month 3 hours') AT TIME ZONE 'UTC' AS at
      FROM (
        SELECT merchant_id, application_id, currency, date_trunc('month', created_at AT TIME ZONE 'UTC') AS month, sum(amount) AS amount FROM payments
        WHERE status IN ('COMPLETED', 'SETTLED') AND type = 'VOLUME' GROUP BY 1, 2, 3, 4 OFFSET 0
      ) AS d JOIN sample_channels AS c USING (merchant_id, application_id, currency)
      WHERE c.is_virtual
    ) AS monthly WHERE fee > 0 AND at < ${world.now}::timestamptz`,
  );
}
