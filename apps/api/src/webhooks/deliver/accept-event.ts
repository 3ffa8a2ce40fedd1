import { writeJson } from '@volume/contract/money.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { addressOf } from '#webhooks/address-columns.ts';
import type { DueWork, Worker } from '#queue/worker.ts';
import { type PaymentRow, selectPayment, type WebhookEvent, toPaymentBody } from './payment-body.ts';
import { writeDelivery } from './write-delivery.ts';
import { type MoneyOutRow, selectPayout, selectRefund, toPayoutBody, toRefundBody } from './money-out-body.ts';

/** Turns an outgoing event into the delivery of its body to the address that is set for its kind. */
export const eventWorker: Worker = {
  kind: 'WEBHOOK_EVENT',
  run: (services, work) => services.database.transaction((queries) => acceptEvent(services, queries, work)),
};

type EventRow = WebhookEvent & { url: string | null };

async function acceptEvent(services: Services, queries: Queries, { merchantId, objectId: eventId }: DueWork) {
  if (merchantId === null || eventId === null) throw new Error('An event without a merchant or an id.');
  // Locked, so that two instances cannot both make a delivery of it.
  const [event] = await queries.query<EventRow>(findEvent(merchantId, eventId));
  if (!event?.url || (await isAccepted(queries, merchantId, eventId))) return;
  const body = await renderBody(queries, event);
  if (body === null) return;
  await writeDelivery(queries, writeContext(services), {
    merchantId,
    applicationId: event.applicationId,
    eventId,
    kind: event.kind,
    objectId: event.objectId,
    url: event.url,
    requestBody: writeJson(body),
  });
}

const findEvent = (merchantId: string, eventId: string) => sql`
  SELECT e.merchant_id AS "merchantId", e.application_id AS "applicationId", e.kind, e.object_id AS "objectId", e.status,
    e.created_at AS "createdAt", ${addressOf(sql`e.kind`)} AS url
  FROM outgoing_events AS e JOIN applications AS a ON a.merchant_id = e.merchant_id AND a.application_id = e.application_id
  WHERE e.merchant_id = ${merchantId} AND e.event_id = ${eventId} FOR UPDATE OF e`;

async function isAccepted({ query }: Queries, merchantId: string, eventId: string): Promise<boolean> {
  const found = await query(
    sql`SELECT FROM webhook_deliveries WHERE merchant_id = ${merchantId} AND event_id = ${eventId}`,
  );
  return found.length > 0;
}

/** The body of an event (contract §6), null when its object is gone or the merchant wants no webhook for it. */
async function renderBody({ query }: Queries, event: WebhookEvent): Promise<object | null> {
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
