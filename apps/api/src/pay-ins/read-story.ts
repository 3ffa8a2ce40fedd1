import type { PaymentEvent } from '@volume/contract/pay-ins.ts';
import { toWireTime } from '@volume/contract/period.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

interface Line {
  type: string;
  at: Date;
  actor: string | null;
  detail: string | null;
}

/**
 * What happened to a payment, oldest first: its status changes and holds by name (`SETTLED`, `HELD`), its refunds' as `REFUND_…` with the refund's id
 * as detail, and every webhook attempt as `WEBHOOK_DELIVERED` or `WEBHOOK_FAILED` with the address as actor.
 */
export async function readStory(
  queries: Queries,
  name: { merchantId: string; paymentId: string },
): Promise<PaymentEvent[]> {
  const lines = await queries.query<Line>(story(name));
  return lines.map(({ type, at, actor, detail }) => ({ type, atUtc: toWireTime(at), actor, detail }));
}

const story = ({ merchantId, paymentId }: { merchantId: string; paymentId: string }) => sql`
  SELECT e.type, e.at, e.actor, e.detail, 0 AS rank, e.seq FROM payment_events AS e
  WHERE e.merchant_id = ${merchantId} AND e.payment_id = ${paymentId}
  UNION ALL
  SELECT CASE WHEN a.http_status = 200 THEN 'WEBHOOK_DELIVERED' ELSE 'WEBHOOK_FAILED' END, a.at, d.url,
    concat_ws(', ', o.status, coalesce(a.error, a.http_status::text), a.duration_ms || ' ms'), 1, a.attempt
  FROM webhook_deliveries AS d
  JOIN webhook_attempts AS a ON a.merchant_id = d.merchant_id AND a.delivery_id = d.delivery_id
  LEFT JOIN outgoing_events AS o ON o.merchant_id = d.merchant_id AND o.event_id = d.event_id
  WHERE d.merchant_id = ${merchantId} AND d.object_id = ${paymentId}
  ORDER BY at, rank, seq`;
