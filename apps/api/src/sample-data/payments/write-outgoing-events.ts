import type { Queries } from '#database/database.ts';
import type { World } from '#sample-data/world.ts';
import { createDraws } from './draws.ts';

/** Events and deliveries are kept this long; older ones have been cleared away. */
export const KEPT_DAYS = 14;

/**
 * One outgoing event per change the merchant is told of: COMPLETED, SETTLED and FAILED payments (contract §6), and every change of a refund,
 * as far as they are still kept.
 */
export async function writeOutgoingEvents(queries: Queries, world: World): Promise<void> {
  const payment = createDraws(world.random.seedNumber, 'i * 16 + step');
  const refund = createDraws(world.random.seedNumber, '(i * 4 + part) * 16 + step');
  await queries.query(
    `INSERT INTO outgoing_events (merchant_id, event_id, application_id, kind, object_id, status, created_at)
    SELECT merchant_id, ${payment.uuid('at', 'event')}, application_id, 'PAYMENT', payment_id, s.status, at
    FROM (SELECT * FROM sample_payments WHERE updated_at > $1::timestamptz - $2::int * interval '1 day') AS p CROSS JOIN LATERAL (VALUES
      (1, 'COMPLETED', p.completed_at, p.status = 'COMPLETED' OR (p.status = 'SETTLED' AND p.type = 'VOLUME')),
      (2, 'SETTLED', p.settled_at, p.status = 'SETTLED'),
      (3, 'FAILED', p.completed_at, p.status = 'FAILED')) AS s(step, status, at, has_happened)
    WHERE s.has_happened AND at > $1::timestamptz - $2::int * interval '1 day'
    UNION ALL
    SELECT merchant_id, ${refund.uuid('at', 'refund-event')}, application_id, 'REFUND', refund_id, s.status, at
    FROM (SELECT * FROM sample_refunds WHERE updated_at > $1::timestamptz - $2::int * interval '1 day') AS r CROSS JOIN LATERAL (VALUES
      (1, 'IN_PROGRESS', r.created_at, true),
      (2, CASE r.status WHEN 'RETURNED' THEN 'PROCESSED' ELSE r.status::text END, r.decided_at, r.status <> 'IN_PROGRESS'),
      (3, 'RETURNED', r.updated_at, r.status = 'RETURNED')) AS s(step, status, at, has_happened)
    WHERE s.has_happened AND at > $1::timestamptz - $2::int * interval '1 day'`,
    [world.now, KEPT_DAYS],
  );
}
