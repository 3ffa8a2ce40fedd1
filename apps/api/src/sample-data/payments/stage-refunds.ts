import type { Queries } from '#database/database.ts';
import { raw, sql } from '#database/sql.ts';
import type { World } from '#sample-data/world.ts';
import { createDraws } from './draws.ts';

export const createRefundStage = `
CREATE TEMPORARY TABLE sample_refunds (
  i bigint, part integer, merchant_id uuid, refund_id uuid, payment_id uuid, payee_detail_id bigint, application_id uuid, amount bigint, currency currency,
  reference text, status money_out_status, initiated_by text, created_at timestamptz(3), updated_at timestamptz(3), decided_at timestamptz(3)
) ON COMMIT DROP`;

/**
 * Draws refunds for about one in twelve staged payments that may be refunded: settled, into a virtual account, not held or returned
 * (contract §4). In full, in part, in two parts; in every state, active ones young.
 */
export async function stageRefunds(queries: Queries, world: World): Promise<void> {
  const { fraction } = createDraws(world.random.seedNumber);
  await queries.query(
    sql`INSERT INTO sample_refunds
    SELECT i, part, merchant_id, ${raw(createDraws(world.random.seedNumber, 'i * 4 + part').uuid('created', 'refund'))}, payment_id, payee_detail_id, application_id,
      CASE WHEN kind IN ('IN PART', 'TWICE', 'HELD') AND amount >= 100 THEN floor(amount * (0.1 + 0.38 * u46))::bigint ELSE amount END, currency,
      CASE WHEN u47 < 0.8 THEN 'RETURN-' || (i % 900 + 100) END,
      (CASE WHEN kind IN ('IN FULL', 'IN PART', 'TWICE') THEN 'PROCESSED' ELSE kind END)::money_out_status,
      CASE WHEN u48 < 0.7 THEN 'maya@' || slug || '.example' END, created,
      CASE kind WHEN 'IN_PROGRESS' THEN created WHEN 'RETURNED' THEN created + least(now - created, interval '2 days') ELSE decided END, decided
    FROM (
      SELECT *, created + least(now - created, (12 + 200 * u45) * interval '1 second') AS decided FROM (
        SELECT p.i, p.merchant_id, p.payment_id, p.payee_detail_id, p.application_id, p.amount, p.currency, p.slug, now, kind, part,
          ${raw(fraction(45))} AS u45, ${raw(fraction(46))} AS u46, ${raw(fraction(47))} AS u47, ${raw(fraction(48))} AS u48,
          CASE WHEN kind = 'IN_PROGRESS' THEN greatest(available_at, now - ${raw(fraction(49))} * interval '2 days')
            ELSE available_at + least(now - available_at, interval '20 days') * (${raw(fraction(44))} ^ 2 * 0.5 + 0.45 * (part - 1)) END AS created
        FROM (
          SELECT *, CASE WHEN roll < 0.40 OR (amount < 100 AND roll < 0.75) OR (roll BETWEEN 0.75 AND 0.80 AND now - available_at > interval '200 days') THEN 'IN FULL'
            WHEN roll < 0.66 THEN 'IN PART' WHEN roll < 0.75 THEN 'TWICE' WHEN roll < 0.80 THEN 'IN_PROGRESS' WHEN roll < 0.84 THEN 'HELD'
            WHEN roll < 0.90 THEN 'FAILED' WHEN roll < 0.95 THEN 'CANCELLED' ELSE 'RETURNED' END AS kind
          FROM (
            SELECT *, ${world.now}::timestamptz AS now, ${raw(fraction(42))} AS roll, CASE hold WHEN 'RELEASED' THEN hold_until ELSE settled_at END AS available_at
            FROM sample_payments WHERE status = 'SETTLED' AND hold IN ('NONE', 'RELEASED') AND i > 0 AND ${raw(fraction(41))} < 0.085
          ) AS settled WHERE now - available_at > interval '10 minutes' OFFSET 0
        ) AS p CROSS JOIN LATERAL generate_series(1, CASE kind WHEN 'TWICE' THEN 2 ELSE 1 END) AS part
        OFFSET 0
      ) AS timed OFFSET 0
    ) AS r`,
  );
}
