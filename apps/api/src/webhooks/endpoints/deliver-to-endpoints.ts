import type { EventType } from '@volume/contract/webhooks/event-types.ts';
import type { WebhookKind } from '@volume/contract/webhooks/labels.ts';
import type { WriteContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { writeDelivery } from '#webhooks/deliver/write-delivery.ts';

interface NewsOfFeed {
  merchantId: string;
  applicationId: string;
  eventId: string;
  type: EventType;
  objectId: string;
  body: string;
}

/**
 * Writes a delivery of a new event of the feed to each endpoint that chose its type, is confirmed and not paused. It belongs in
 * the transaction that puts the event into the feed, so each endpoint gets it once. The caller holds a lock of the application,
 * for which changes of endpoints wait.
 */
export async function deliverToEndpoints(queries: Queries, context: WriteContext, news: NewsOfFeed): Promise<void> {
  const { merchantId, applicationId, eventId, type, objectId, body } = news;
  const endpoints = await queries.query<{ id: string; url: string }>(
    sql`SELECT endpoint_id AS id, url FROM webhook_endpoints
      WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} AND confirmed_at IS NOT NULL
        AND paused_at IS NULL AND ${type}::text = ANY(types) ORDER BY endpoint_id`,
  );
  const about = { merchantId, applicationId, eventId, objectId, requestBody: body, kind: kindOf(type, body) };
  for (const { id, url } of endpoints)
    await writeDelivery(queries, context, { ...about, url, endpoint: { id, eventType: type } });
}

/** A delivery is about one of three kinds of objects; an approval counts as the payout or refund that it is about. */
export function kindOf(type: EventType, body: string): WebhookKind {
  const [noun = ''] = type.split('.');
  if (noun === 'refund') return 'REFUND';
  if (noun === 'payout') return 'PAYOUT';
  if (noun === 'approval') return 'payoutId' in (JSON.parse(body) as object) ? 'PAYOUT' : 'REFUND';
  return 'PAYMENT';
}
