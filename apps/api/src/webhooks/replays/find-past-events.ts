import { mostReplayedEvents, type startWebhookReplay } from '@volume/contract/webhooks/replays.ts';
import type { Call } from '#core/handler.ts';
import { Problem, wrongField } from '#core/problem.ts';
import type { Queries } from '#database/database.ts';
import { type Sql, sql } from '#database/sql.ts';
import type { FeedRow } from '#webhooks/feed/read-feed.ts';
import type { PastEvent } from './plan-replay.ts';

type Start = Pick<Call<typeof startWebhookReplay>, 'params' | 'body'>;

/** The events of the day or of the ids that have a type of the endpoint, oldest first. @throws 409 when there are none */
export async function findPastEvents(
  queries: Queries,
  { params, body }: Start,
  types: readonly string[],
): Promise<{ events: PastEvent[]; hasMore: boolean }> {
  const { day, eventIds } = body;
  if ((day === undefined) === (eventIds === undefined)) throw wrongField('day', 'give either day or eventIds');
  const rows = eventIds
    ? await readNamed(queries, params, [...new Set(eventIds)])
    : await readDay(queries, params, { day: day ?? '', types });
  const events = rows.filter(({ type }) => types.includes(type)).slice(0, mostReplayedEvents);
  if (events.length === 0) {
    const message =
      day === undefined
        ? 'None of these events is of a type that the endpoint chose. Nothing was sent.'
        : `On ${day} there was no event of a type that the endpoint chose. Nothing was sent.`;
    throw new Problem(409, message, { code: 'NO_EVENTS' });
  }
  return { events: events.map(toPastEvent), hasMore: rows.length > mostReplayedEvents };
}

const select = ({ merchantId, applicationId }: Start['params'], where: Sql, most: number) => sql`
  SELECT event_id AS "eventId", type, at, body FROM event_feed
  WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} AND ${where} ORDER BY place LIMIT ${most}`;

function readDay(
  { query }: Queries,
  params: Start['params'],
  { day, types }: { day: string; types: readonly string[] },
): Promise<FeedRow[]> {
  const from = new Date(`${day}T00:00:00Z`);
  const until = new Date(from.getTime() + 86_400_000);
  const where = sql`at >= ${from}::timestamptz AND at < ${until}::timestamptz AND type = ANY(${types}::text[])`;
  return query<FeedRow>(select(params, where, mostReplayedEvents + 1));
}

async function readNamed({ query }: Queries, params: Start['params'], ids: readonly string[]): Promise<FeedRow[]> {
  const rows = await query<FeedRow>(select(params, sql`event_id = ANY(${ids}::uuid[])`, ids.length));
  if (rows.length === ids.length) return rows;
  const message = 'One of these events is not kept, or is not of this application. Nothing was sent.';
  throw new Problem(410, message, { code: 'EVENT_NOT_KEPT', field: 'eventIds' });
}

const idFields = ['payoutId', 'refundId', 'paymentId', 'paymentIntentId'] as const;

function toPastEvent(row: FeedRow): PastEvent {
  const fields = JSON.parse(row.body) as Record<string, unknown>;
  const objectId = idFields.map((name) => fields[name]).find((id) => typeof id === 'string');
  return { ...row, objectId: objectId ?? row.eventId };
}
