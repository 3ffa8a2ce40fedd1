import { writeJson } from '@volume/contract/money/money.ts';
import type { FeedOnlyType } from '@volume/contract/webhooks/events.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { feedEventKind } from '#ledger/record-event.ts';
import type { Again, DueWork, Worker } from '#queue/worker.ts';
import { acceptEventsOf } from '#webhooks/deliver/accept-event.ts';
import { deliverToEndpoints } from '#webhooks/endpoints/deliver-to-endpoints.ts';
import { appendEvent, bodyInFeed } from './append-event.ts';
import { renderFeedBody } from './feed-bodies.ts';

/** Adds events to the feed that are not sent to any address. */
export const feedWorker: Worker = {
  kind: feedEventKind,
  run: (services, work) => services.database.transaction((queries) => takeIn(services, queries, work)),
};

interface Payload {
  eventId: string;
  applicationId: string;
  type: FeedOnlyType;
  /** ISO 8601. */
  at: string;
}

async function takeIn(services: Services, queries: Queries, work: DueWork): Promise<void | Again> {
  const { clock } = services;
  const { merchantId, objectId } = work;
  if (merchantId === null || objectId === null) throw new Error('An event without a merchant or an object.');
  if (await hasEarlier(queries, work)) return { againAt: new Date(clock.now().getTime() + 1000) };
  const { eventId, applicationId, type, at: text } = work.payload as unknown as Payload;
  const at = new Date(text);
  const context = writeContext(services);
  await acceptEventsOf(queries, context, { merchantId, objectId, until: at });
  if ((await bodyInFeed(queries, merchantId, eventId)) !== null) return;
  const body = await renderFeedBody(queries, { merchantId, objectId, type, at });
  if (body === null) return;
  const news = { merchantId, applicationId, eventId, type, objectId, at, body: writeJson(body) };
  await queries.query(
    sql`SELECT FROM applications WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} FOR SHARE`,
  );
  await deliverToEndpoints(queries, context, news);
  await appendEvent(queries, news);
}

/** Whether an earlier event of the object is still waiting; events that were given up do not count. Ids sort by time. */
async function hasEarlier({ query }: Queries, { workId, merchantId, objectId }: DueWork): Promise<boolean> {
  const found = await query(
    sql`SELECT FROM due_work WHERE lane IS NULL AND kind = ${feedEventKind} AND merchant_id = ${merchantId}
     AND object_id = ${objectId} AND work_id < ${workId}::uuid AND dead_at IS NULL LIMIT 1`,
  );
  return found.length > 0;
}
