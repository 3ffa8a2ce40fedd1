import { toWireTime } from '@volume/contract/lists/period.ts';
import { listEvents as endpoint } from '@volume/contract/webhooks/events.ts';
import { handle } from '#core/handler.ts';
import { readFeed } from './read-feed.ts';

/** An application's events after a known one. Not from a replica, which may lack an event that a webhook has already reported. */
export const listEvents = handle(endpoint, async ({ params, query: { after, size }, services: { database } }) => {
  const { rows, hasMore } = await readFeed(database, { ...params, after, size });
  return {
    events: rows.map(({ eventId: id, type, at, body }) => ({ id, type, atUtc: toWireTime(at), body })),
    hasMore,
  };
});
