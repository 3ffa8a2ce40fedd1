import type { Queries } from '#database/database.ts';
import type { WriteContext } from '#core/write-context.ts';

export type OutgoingEvent = {
  merchantId: string;
  applicationId: string;
  kind: 'PAYMENT' | 'REFUND' | 'PAYOUT';
  objectId: string;
  status: string;
};

/**
 * Records what the merchant is to be told, in the transaction of the change itself, and leaves the telling to the queue where
 * there is an address to tell. A second one for the same change throws.
 */
export async function recordOutgoingEvent(
  { query }: Queries,
  { at, newId }: WriteContext,
  { merchantId, applicationId, kind, objectId, status }: OutgoingEvent,
): Promise<void> {
  const eventId = newId();
  await query(
    `INSERT INTO outgoing_events (merchant_id, event_id, application_id, kind, object_id, status, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [merchantId, eventId, applicationId, kind, objectId, status, at],
  );
  await query(
    `INSERT INTO due_work (work_id, kind, merchant_id, object_id, due_at)
     SELECT $1, 'WEBHOOK_EVENT', merchant_id, $2, $3 FROM applications
     WHERE merchant_id = $4 AND application_id = $5 AND ${addressColumns[kind]} IS NOT NULL`,
    [newId(), eventId, at, merchantId, applicationId],
  );
}

const addressColumns: Record<OutgoingEvent['kind'], string> = {
  PAYMENT: 'payment_status_webhook_url',
  REFUND: 'refund_webhook_url',
  PAYOUT: 'payout_webhook_url',
};
