import { toWireTime } from '@volume/contract/lists/period.ts';
import { type EventType, listEvents as endpoint } from '@volume/contract/webhooks/events.ts';
import { handle } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

interface Row {
  event_id: string;
  type: EventType;
  at: Date;
  body: string;
}

/**
 * An application's events after a known one. Not from a replica: it may not have an event yet that a webhook has told.
 */
export const listEvents = handle(endpoint, async ({ params, query: { after, size }, services: { database } }) => {
  const { merchantId, applicationId } = params;
  const place = after === undefined ? 0 : await placeOf(database, { merchantId, applicationId, eventId: after });
  const rows = await database.query<Row>(
    sql`SELECT event_id, type, at, body FROM event_feed
     WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} AND place > ${place}::bigint
     ORDER BY place LIMIT ${size + 1}`,
  );
  return {
    events: rows.slice(0, size).map(({ event_id: id, type, at, body }) => ({ id, type, atUtc: toWireTime(at), body })),
    hasMore: rows.length > size,
  };
});

interface Named {
  merchantId: string;
  applicationId: string;
  eventId: string;
}

/** Refuses an unknown event: what follows it cannot be told, and a gap must not look like the end. */
export async function placeOf({ query }: Queries, { merchantId, applicationId, eventId }: Named): Promise<number> {
  const [found] = await query<{ place: number }>(
    sql`SELECT place FROM event_feed
     WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} AND event_id = ${eventId}`,
  );
  if (found) return found.place;
  const message = 'This event is not kept. Leave out after, and read from the oldest event.';
  throw new Problem(410, message, { code: 'EVENT_NOT_KEPT', field: 'after' });
}
