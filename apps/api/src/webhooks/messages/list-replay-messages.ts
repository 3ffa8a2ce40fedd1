import {
  listReplayMessages as endpoint,
  type MessageForm,
  type MessagePage,
  type WebhookMessage,
} from '@volume/contract/webhooks/messages.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { type Call, handle } from '#core/handler.ts';
import { notFound } from '#core/problem.ts';
import { requireKey } from '#core/require-key.ts';
import { writeContext } from '#core/write-context.ts';
import { countAttempt } from '#webhooks/deliver/send-once.ts';
import { type FeedRow, readFeed } from '#webhooks/feed/read-feed.ts';
import { toMessage } from './to-message.ts';

type Listing = Call<typeof endpoint>;

/**
 * Past events for the tool's replay, marked as tests (decision 63). 404 under Live, where only events that are really sent are
 * signed. Only the caller gets the response.
 */
export const listReplayMessages = handle(endpoint, async (call) => {
  if (call.services.settings.isLive) throw notFound('This call');
  requireKey(call.caller);
  const { after, form, ...asked } = call.query;
  const { rows, hasMore } = await readFeed(call.services.database, { ...call.params, ...asked, after });
  const messages = await Promise.all(rows.map((row) => sign(call, row, form)));
  return { messages, hasMore, last: rows.at(-1)?.eventId ?? after ?? null } satisfies MessagePage;
});

const anHour = 3_600_000;

async function sign({ params, services }: Listing, row: FeedRow, form: MessageForm): Promise<WebhookMessage> {
  const { applicationId } = params;
  const { at: now, newId } = writeContext(services);
  const { eventId, type, at } = row;
  const event = { applicationId, id: eventId, type, at, body: row.body, isTest: true };
  switch (form) {
    case 'FIRST':
      return toMessage(services, event);
    case 'AGAIN':
      return toMessage(services, { ...event, body: countAttempt(row.body, 1) });
    case 'OLD':
      return toMessage(services, { ...event, signedAt: new Date(now.getTime() - anHour) });
    case 'UNKNOWN': {
      // With its own id, so that it is not mistaken for the event whose place it takes.
      const body = JSON.stringify(unknownBody({ applicationId, objectId: newId(), at: now }));
      return { ...(await toMessage(services, { ...event, id: newId(), body })), id: eventId };
    }
  }
}

/** An event as a later version could send it: an object and a status that no current type has. */
const unknownBody = ({ applicationId, objectId, at }: { applicationId: string; objectId: string; at: Date }) => ({
  eventTimeUtc: `${toWireTime(at)}000Z`,
  applicationId,
  mandateId: objectId,
  mandateStatus: 'ACTIVE',
});
