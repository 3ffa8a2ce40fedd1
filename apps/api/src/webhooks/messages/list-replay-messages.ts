import type { EventType } from '@volume/contract/webhooks/events.ts';
import {
  listReplayMessages as endpoint,
  type MessagePage,
  type ReplayForm,
  type WebhookMessage,
} from '@volume/contract/webhooks/messages.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { type Call, handle } from '#core/handler.ts';
import { notFound } from '#core/problem.ts';
import { requireKey } from '#core/require-key.ts';
import { writeContext } from '#core/write-context.ts';
import { sql } from '#database/sql.ts';
import { countAttempt } from '#webhooks/deliver/send-once.ts';
import { placeOf } from '#webhooks/feed/list-events.ts';
import { toMessage } from './to-message.ts';

interface Row {
  event_id: string;
  type: EventType;
  at: Date;
  body: string;
}
type Listing = Call<typeof endpoint>;

/**
 * Past events for the tool's replay, marked as tests (decision 63). 404 under Live, where no signature of an event is made that is not
 * sent. The answer goes to its caller alone.
 */
export const listReplayMessages = handle(endpoint, async (call) => {
  if (call.services.settings.isLive) throw notFound('This call');
  requireKey(call.caller);
  const { after, form, size } = call.query;
  const rows = await readRows(call);
  const taken = rows.slice(0, size);
  const messages = await Promise.all(taken.map((row) => sign(call, row, form)));
  return { messages, hasMore: rows.length > size, last: taken.at(-1)?.event_id ?? after ?? null } satisfies MessagePage;
});

async function readRows({ params, query, services: { database } }: Listing): Promise<Row[]> {
  const { merchantId, applicationId } = params;
  const { after, day, size } = query;
  const place = after === undefined ? 0 : await placeOf(database, { merchantId, applicationId, eventId: after });
  const from = day === undefined ? null : new Date(`${day}T00:00:00Z`);
  const until = from === null ? null : new Date(from.getTime() + 86_400_000);
  return database.query<Row>(
    sql`SELECT event_id, type, at, body FROM event_feed
     WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} AND place > ${place}::bigint
       AND (${from}::timestamptz IS NULL OR at >= ${from}::timestamptz)
       AND (${until}::timestamptz IS NULL OR at < ${until}::timestamptz)
     ORDER BY place LIMIT ${size + 1}`,
  );
}

const anHour = 3_600_000;

async function sign({ params, services }: Listing, row: Row, form: ReplayForm): Promise<WebhookMessage> {
  const { applicationId } = params;
  const { at: now, newId } = writeContext(services);
  const { event_id: eventId, type, at } = row;
  const event = { applicationId, id: eventId, type, at, body: row.body, isTest: true };
  switch (form) {
    case 'FIRST':
      return toMessage(services, event);
    case 'AGAIN':
      return toMessage(services, { ...event, body: countAttempt(row.body, 1) });
    case 'OLD':
      return toMessage(services, { ...event, signedAt: new Date(now.getTime() - anHour) });
    case 'UNKNOWN': {
      // With an id of its own, so that it is not taken for the event whose place it has.
      const body = JSON.stringify(unknownBody({ applicationId, objectId: newId(), at: now }));
      return { ...(await toMessage(services, { ...event, id: newId(), body })), id: eventId };
    }
  }
}

/** What a later version could send: an object and a status that no type of today has. */
const unknownBody = ({ applicationId, objectId, at }: { applicationId: string; objectId: string; at: Date }) => ({
  eventTimeUtc: `${toWireTime(at)}000Z`,
  applicationId,
  mandateId: objectId,
  mandateStatus: 'ACTIVE',
});
