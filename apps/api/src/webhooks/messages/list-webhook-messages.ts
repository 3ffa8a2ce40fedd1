import { listWebhookMessages as endpoint, type MessagePage } from '@volume/contract/webhooks/messages.ts';
import { addressKey } from '#core/limits/rate-limits.ts';
import { type Call, handleWaiting, NotYet } from '#core/handler.ts';
import { requireKey } from '#core/require-key.ts';
import { sql } from '#database/sql.ts';
import { type FeedRow, readFeed } from '#webhooks/feed/read-feed.ts';
import { toMessage } from './to-message.ts';

type Listing = Call<typeof endpoint>;

/**
 * An application's events as they are sent to an address. Only its keys can call this, because no one else is to get a signature
 * of a real event. Not from a replica, like `listEvents`.
 */
export const listWebhookMessages = handleWaiting(endpoint, async (call) => {
  requireKey(call.caller);
  const { eventId, after, from, size, wait } = call.query;
  const { changes } = call.services;
  if (wait > 0) changes?.refuseWhenFull(holderOf(call));
  if (eventId !== undefined) {
    const { rows } = await readFeed(call.services.database, { ...call.params, eventId, size: 1 });
    return toPage(call, rows, false);
  }
  if (after === undefined && from === 'NEWEST') return { messages: [], hasMore: false, last: await readLast(call) };
  // Before the rows: an event that is added in between is then newer than this.
  const newest = await readNewest(call);
  const { rows, hasMore } = await readFeed(call.services.database, { ...call.params, after, size });
  const found = await toPage(call, rows, hasMore);
  if (rows.length > 0 || wait === 0 || changes === null) return found;
  return new NotYet(found, (gone) =>
    changes.awaitEvent({ holder: holderOf(call), feed: { ...call.params, newest }, milliseconds: wait * 1000, gone }),
  );
});

async function readNewest({ params, services: { database } }: Listing): Promise<number> {
  const { merchantId, applicationId } = params;
  const [counter] = await database.query<{ newest: number }>(
    sql`SELECT newest FROM event_counters WHERE merchant_id = ${merchantId} AND application_id = ${applicationId}`,
  );
  return Number(counter?.newest ?? 0);
}

async function readLast({ params, services: { database } }: Listing): Promise<string | null> {
  const { merchantId, applicationId } = params;
  const [row] = await database.query<{ event_id: string }>(
    sql`SELECT event_id FROM event_feed WHERE merchant_id = ${merchantId} AND application_id = ${applicationId}
     ORDER BY place DESC LIMIT 1`,
  );
  return row?.event_id ?? null;
}

async function toPage(
  { params, query, services }: Listing,
  rows: readonly FeedRow[],
  hasMore: boolean,
): Promise<MessagePage> {
  const { applicationId } = params;
  const messages = await Promise.all(
    rows.map(({ eventId: id, type, at, body }) =>
      toMessage(services, { applicationId, id, type, at, body, isTest: false }),
    ),
  );
  return { messages, hasMore, last: messages.at(-1)?.id ?? query.after ?? null };
}

const holderOf = ({ caller, request }: Listing) => ({
  userAccountId: caller.userAccountId,
  address: request.address === null ? null : addressKey(request.address),
});
