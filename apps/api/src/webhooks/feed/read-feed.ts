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
  /** The id of the event before the first; undefined for the oldest stored one. */
  after: string | undefined;
  size: number;
  /** Only events of this UTC day: `2026-11-27`. */
  day?: string | undefined;
}

/**
 * Events of an application in the order in which they became readable.
 * @throws 410 when `after` is no longer stored
 */
export async function readFeed(queries: Queries, asked: Asked): Promise<{ rows: FeedRow[]; hasMore: boolean }> {
  const { merchantId, applicationId, after, size, day } = asked;
  const place = after === undefined ? 0 : await placeOf(queries, { merchantId, applicationId, eventId: after });
  const from = day === undefined ? null : new Date(`${day}T00:00:00Z`);
  const until = from && new Date(from.getTime() + 86_400_000);
  const ofDay = from ? sql`AND at >= ${from}::timestamptz AND at < ${until}::timestamptz` : sql``;
  const rows = await queries.query<FeedRow>(
    sql`SELECT event_id AS "eventId", type, at, body FROM event_feed
     WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} AND place > ${place}::bigint ${ofDay}
     ORDER BY place LIMIT ${size + 1}`,
  );
  return { rows: rows.slice(0, size), hasMore: rows.length > size };
}

interface Named {
  merchantId: string;
  applicationId: string;
  eventId: string;
}

/** Refuses an unknown event: its successors are unknown, and a gap must not look like the end. */
async function placeOf({ query }: Queries, { merchantId, applicationId, eventId }: Named): Promise<number> {
  const [found] = await query<{ place: number }>(
    sql`SELECT place FROM event_feed
     WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} AND event_id = ${eventId}`,
  );
  if (found) return found.place;
  const message = 'This event is not kept. Leave out after, and read from the oldest event.';
  throw new Problem(410, message, { code: 'EVENT_NOT_KEPT', field: 'after' });
}
