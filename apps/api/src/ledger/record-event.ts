import type { FeedOnlyType } from '@volume/contract/webhooks/events.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { WriteContext } from '#core/write-context.ts';

interface StoryLine {
  merchantId: string;
  paymentId: string;
  type: string;
  actor: string | null;
  detail: string | null;
}

/** Appends to a payment's history. The caller has locked the payment, so that numbers have no gaps. */
export async function recordPaymentEvent(
  queries: Queries,
  at: Date,
  { merchantId, paymentId, type, actor, detail }: StoryLine,
): Promise<void> {
  await queries.query(
    sql`INSERT INTO payment_events (merchant_id, payment_id, seq, type, at, actor, detail)
     SELECT ${merchantId}::uuid, ${paymentId}::uuid, coalesce(max(seq), 0) + 1, ${type}, ${at}::timestamptz, ${actor},
     ${detail}
     FROM payment_events WHERE merchant_id = ${merchantId}::uuid AND payment_id = ${paymentId}::uuid`,
  );
  queries.announce?.({ kind: 'payments', merchantId });
}

interface OutgoingEvent {
  merchantId: string;
  applicationId: string;
  kind: 'PAYMENT' | 'REFUND' | 'PAYOUT';
  objectId: string;
  status: string;
}

/**
 * Records an event for the merchant in the transaction of the change itself, and enqueues it for the feed and the
 * webhook. Throws when the same change was recorded before.
 */
export async function recordOutgoingEvent(
  { query, wakeWorkers }: Queries,
  { at, newId }: WriteContext,
  { merchantId, applicationId, kind, objectId, status }: OutgoingEvent,
): Promise<void> {
  const eventId = newId();
  await query(
    sql`INSERT INTO outgoing_events (merchant_id, event_id, application_id, kind, object_id, status, created_at)
     VALUES (${merchantId}, ${eventId}, ${applicationId}, ${kind}, ${objectId}, ${status}, ${at})`,
  );
  await query(
    sql`INSERT INTO due_work (work_id, kind, merchant_id, object_id, due_at)
     VALUES (${newId()}, 'WEBHOOK_EVENT', ${merchantId}, ${eventId}, ${at})`,
  );
  wakeWorkers?.();
}

/** The kind of job that puts an event into the feed without a webhook. Builds from before the feed leave it in the queue. */
export const feedEventKind = 'FEED_EVENT';

interface FeedEvent {
  merchantId: string;
  applicationId: string;
  type: FeedOnlyType;
  objectId: string;
}

/** Enqueues an event that only the feed has, in the transaction of the change itself. */
export async function recordFeedEvent(
  { query, wakeWorkers }: Queries,
  { at, newId }: WriteContext,
  { merchantId, applicationId, type, objectId }: FeedEvent,
): Promise<void> {
  const payload = JSON.stringify({ eventId: newId(), applicationId, type, at });
  await query(
    sql`INSERT INTO due_work (work_id, kind, merchant_id, object_id, payload, due_at)
     VALUES (${newId()}, ${feedEventKind}, ${merchantId}, ${objectId}, ${payload}::jsonb, ${at})`,
  );
  wakeWorkers?.();
}
