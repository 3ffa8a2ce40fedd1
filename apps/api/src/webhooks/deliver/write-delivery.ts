import type { EventType } from '@volume/contract/webhooks/event-types.ts';
import type { WebhookKind } from '@volume/contract/webhooks/labels.ts';
import type { WriteContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { patience, queueSending } from './schedule.ts';

interface NewDelivery {
  merchantId: string;
  applicationId: string;
  /** Null for a test event, which is tried once. */
  eventId: string | null;
  kind: WebhookKind;
  objectId: string;
  url: string;
  requestBody: string;
  /** Missing for a specified address. */
  endpoint?: { id: string; eventType: EventType };
}

/** Writes a delivery and queues its first attempt, in the given transaction; returns its id. */
export async function writeDelivery(
  queries: Queries,
  { at, newId }: WriteContext,
  delivery: NewDelivery,
): Promise<string> {
  const { merchantId, applicationId, eventId, kind, objectId, url, requestBody } = delivery;
  const deliveryId = newId();
  const giveUpAt = eventId === null ? at : new Date(at.getTime() + patience);
  await queries.query(
    sql`INSERT INTO webhook_deliveries (merchant_id, delivery_id, event_id, application_id, kind, object_id, url, state,
      created_at, next_attempt_at, request_body, give_up_at, endpoint_id, event_type)
       VALUES (${merchantId}, ${deliveryId}, ${eventId}, ${applicationId}, ${kind}, ${objectId}, ${url}, 'PENDING', ${at},
       ${at}, ${requestBody}, ${giveUpAt}, ${delivery.endpoint?.id ?? null}, ${delivery.endpoint?.eventType ?? null})`,
  );
  await queueSending(queries, newId, { merchantId, deliveryId, url, dueAt: at });
  return deliveryId;
}
