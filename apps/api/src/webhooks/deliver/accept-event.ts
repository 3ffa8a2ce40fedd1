import { writeJson } from '@volume/contract/money/money.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Services } from '#core/services.ts';
import { writeContext, type WriteContext } from '#core/write-context.ts';
import { addressOf } from '#webhooks/address-columns.ts';
import { deliverToEndpoints } from '#webhooks/endpoints/deliver-to-endpoints.ts';
import { appendEvent, bodyInFeed } from '#webhooks/feed/append-event.ts';
import type { EventType } from '@volume/contract/webhooks/events.ts';
import type { DueWork, Worker } from '#queue/worker.ts';
import { type PaymentRow, selectPayment, toPaymentBody, type WebhookEvent } from './payment-body.ts';
import { type MoneyOutRow, selectPayout, selectRefund, toPayoutBody, toRefundBody } from './money-out-body.ts';
import { writeDelivery } from './write-delivery.ts';

/** Adds an outgoing event to the feed, and creates its delivery to the address that is set for its kind. */
export const eventWorker: Worker = {
  kind: 'WEBHOOK_EVENT',
  run: (services, work) => services.database.transaction((queries) => acceptEvent(services, queries, work)),
};

type EventRow = WebhookEvent & { eventId: string; url: string | null };

/**
 * Adds an event to the feed, and creates its delivery when an address is set. Earlier events of the same object are added
 * first, because their jobs can run later than this one.
 */
async function acceptEvent(services: Services, queries: Queries, { merchantId, objectId: eventId }: DueWork) {
  if (merchantId === null || eventId === null) throw new Error('An event without a merchant or an id.');
  // Locked, so that two instances cannot both create a delivery, and so that the address cannot change until the
  // delivery is written.
  const context = writeContext(services);
  for (const event of await queries.query<EventRow>(findEvents(merchantId, eventId)))
    await takeIn(queries, context, event, async (body) => {
      if (event.eventId === eventId) await deliver(queries, context, event, body);
    });
}

async function takeIn(
  queries: Queries,
  context: WriteContext,
  event: EventRow,
  tell?: (body: string) => Promise<void>,
): Promise<void> {
  const told = await bodyInFeed(queries, event.merchantId, event.eventId);
  const body = told ?? (await renderBody(queries, event));
  if (body === null) return;
  await tell?.(body);
  if (told !== null) return;
  const news = { ...event, type: typeOf(event), at: event.createdAt, body };
  await deliverToEndpoints(queries, context, news);
  await appendEvent(queries, news);
}

interface Until {
  merchantId: string;
  objectId: string;
  until: Date;
}

/** Adds the events of an object up to a moment to the feed, if they are missing there. Their jobs create the deliveries. */
export async function acceptEventsOf(
  queries: Queries,
  context: WriteContext,
  { merchantId, objectId, until }: Until,
): Promise<void> {
  const events = await queries.query<EventRow>(
    sql`${eventColumns} FROM outgoing_events AS e
     JOIN applications AS a ON a.merchant_id = e.merchant_id AND a.application_id = e.application_id
     WHERE e.merchant_id = ${merchantId} AND e.object_id = ${objectId} AND e.created_at <= ${until}::timestamptz
       AND e.created_at > ${until}::timestamptz - interval '1 day' AND ${isNew(merchantId)}
     ORDER BY e.created_at, e.event_id FOR UPDATE OF e FOR SHARE OF a`,
  );
  for (const event of events) await takeIn(queries, context, event);
}

/** Writes the delivery to the specified address of the event's kind. */
async function deliver(queries: Queries, context: WriteContext, event: EventRow, requestBody: string): Promise<void> {
  const { merchantId, applicationId, eventId, kind, objectId, url } = event;
  if (url === null || (await isAccepted(queries, event))) return;
  const delivery = { merchantId, applicationId, eventId, kind, objectId, url, requestBody };
  await writeDelivery(queries, context, delivery);
}

const typeOf = ({ kind, status }: WebhookEvent) => `${kind}.${status}`.toLowerCase() as EventType;

const eventColumns = sql`
  SELECT e.merchant_id AS "merchantId", e.event_id AS "eventId", e.application_id AS "applicationId", e.kind,
    e.object_id AS "objectId", e.status, e.created_at AS "createdAt", ${addressOf(sql`e.kind`)} AS url`;

const isNew = (merchantId: string) =>
  sql`NOT EXISTS (SELECT FROM event_feed AS f WHERE f.merchant_id = ${merchantId} AND f.event_id = e.event_id)`;

/** An event, after those of its object from the same day that are not in the feed. */
const findEvents = (merchantId: string, eventId: string) => sql`
  ${eventColumns} FROM outgoing_events AS this JOIN outgoing_events AS e ON e.merchant_id = this.merchant_id AND e.object_id = this.object_id
  JOIN applications AS a ON a.merchant_id = e.merchant_id AND a.application_id = e.application_id
  WHERE this.merchant_id = ${merchantId} AND this.event_id = ${eventId} AND (e.event_id = this.event_id
    OR ((e.created_at, e.event_id) < (this.created_at, this.event_id)
      AND e.created_at > this.created_at - interval '1 day' AND ${isNew(merchantId)}))
  ORDER BY e.created_at, e.event_id FOR UPDATE OF e FOR SHARE OF a`;

async function isAccepted({ query }: Queries, { merchantId, objectId, eventId }: EventRow): Promise<boolean> {
  const found = await query(
    sql`SELECT FROM webhook_deliveries WHERE merchant_id = ${merchantId} AND object_id = ${objectId}
      AND event_id = ${eventId} AND endpoint_id IS NULL`,
  );
  return found.length > 0;
}

/** The body of an event (contract §6); null when its object was deleted or the merchant wants no webhook for it. */
async function renderBody(queries: Queries, event: WebhookEvent): Promise<string | null> {
  const body = await bodyOf(queries, event);
  return body && writeJson(body);
}

async function bodyOf({ query }: Queries, event: WebhookEvent): Promise<object | null> {
  const { merchantId, objectId } = event;
  if (event.kind === 'PAYMENT') {
    const [row] = await query<PaymentRow>(selectPayment(merchantId, objectId));
    return row && (!row.is_external || row.wants_external) ? toPaymentBody(row, event) : null;
  }
  const isRefund = event.kind === 'REFUND';
  const [row] = await query<MoneyOutRow>((isRefund ? selectRefund : selectPayout)(merchantId, objectId));
  if (!row) return null;
  return isRefund ? toRefundBody(row, event) : toPayoutBody(row, event);
}
