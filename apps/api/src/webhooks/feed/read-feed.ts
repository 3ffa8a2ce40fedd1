import type { EventType } from '@volume/contract/webhooks/events.ts';
import { Problem } from '#core/problem.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

export interface FeedRow {
  eventId: string;
  type: EventType;
  at: Date;
  body: string;
}

interface Asked {
  merchantId: string;
  applicationId: string;
  /** Only this event. */
  eventId?: string | undefined;
  /** The id of the event before the first; undefined for the oldest stored one. */
  after?: string | undefined;
  size: number;
  /** Only events of this UTC day: `2026-11-27`. */
  day?: string | undefined;
}

/**
 * Events of an application in the order in which they became readable.
 * @throws 410 when `after` or `eventId` is no longer stored
 */
export async function readFeed(queries: Queries, asked: Asked): Promise<{ rows: FeedRow[]; hasMore: boolean }> {
  const { merchantId, applicationId, eventId, after, size, day } = asked;
  const named = eventId ?? after;
  const place = named === undefined ? 0 : await placeOf(queries, asked, named);
  const since = eventId === undefined ? sql`place > ${place}::bigint` : sql`place = ${place}::bigint`;
  const from = day === undefined ? null : new Date(`${day}T00:00:00Z`);
  const until = from && new Date(from.getTime() + 86_400_000);
  const ofDay = from ? sql`AND at >= ${from}::timestamptz AND at < ${until}::timestamptz` : sql``;
  const rows = await queries.query<FeedRow>(
    sql`SELECT event_id AS "eventId", type, at, body FROM event_feed
     WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} AND ${since} ${ofDay}
     ORDER BY place LIMIT ${size + 1}`,
  );
  return { rows: rows.slice(0, size), hasMore: rows.length > size };
}

/** Refuses an unknown event: its successors are unknown, and a gap must not look like the end. */
async function placeOf({ query }: Queries, asked: Asked, named: string): Promise<number> {
  const { merchantId, applicationId } = asked;
  const [found] = await query<{ place: number }>(
    sql`SELECT place FROM event_feed
     WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} AND event_id = ${named}`,
  );
  if (found) return found.place;
  if (asked.eventId !== undefined)
    throw new Problem(410, 'This event is not kept.', { code: 'EVENT_NOT_KEPT', field: 'eventId' });
  const message = 'This event is not kept. Leave out after, and read from the oldest event.';
  throw new Problem(410, message, { code: 'EVENT_NOT_KEPT', field: 'after' });
}
