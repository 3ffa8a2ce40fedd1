import type { EventType } from '@volume/contract/webhooks/events.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

interface NewEvent {
  merchantId: string;
  applicationId: string;
  eventId: string;
  type: EventType;
  at: Date;
  body: string;
}

/**
 * Puts an event at the end of its application's feed. The counter stays locked until the transaction ends, so that events become
 * visible in their order and a reader never skips one. Call it as one of the last statements of a transaction.
 */
export async function appendEvent({ query }: Queries, event: NewEvent): Promise<void> {
  const { merchantId, applicationId, eventId, type, at, body } = event;
  const [counter] = await query<{ newest: number }>(
    sql`INSERT INTO event_counters (merchant_id, application_id, newest) VALUES (${merchantId}, ${applicationId}, 1)
     ON CONFLICT (merchant_id, application_id) DO UPDATE SET newest = event_counters.newest + 1 RETURNING newest`,
  );
  await query(
    sql`INSERT INTO event_feed (merchant_id, event_id, application_id, place, type, at, body)
     VALUES (${merchantId}, ${eventId}, ${applicationId}, ${counter?.newest ?? null}, ${type}, ${at}, ${body})`,
  );
}

/** The body of an event in the feed; null when the event is not in the feed. */
export async function bodyInFeed({ query }: Queries, merchantId: string, eventId: string): Promise<string | null> {
  const [found] = await query<{ body: string }>(
    sql`SELECT body FROM event_feed WHERE merchant_id = ${merchantId} AND event_id = ${eventId}`,
  );
  return found?.body ?? null;
}
