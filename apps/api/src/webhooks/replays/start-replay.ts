import { isForged } from '@volume/contract/webhooks/labels.ts';
import { minutesOfReplay, replaysAnHour, startWebhookReplay as endpoint } from '@volume/contract/webhooks/replays.ts';
import { type Call, handle } from '#core/handler.ts';
import type { RateLimit } from '#core/limits/rate-limits.ts';
import { Problem, wrongField } from '#core/problem.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { type EndpointRow, lockApplication, readEndpoint, refuseUnlessOpen } from '#webhooks/endpoints/endpoint-row.ts';
import { recordChange } from '#webhooks/endpoints/note-change.ts';
import { stopReplays } from './advance-replay.ts';
import { findPastEvents } from './find-past-events.ts';
import { planReplay, type Step } from './plan-replay.ts';
import { refuseUnderLive } from './refuse-under-live.ts';
import { showReplay } from './show-replay.ts';
import { writeReplay } from './write-replay.ts';

type Start = Call<typeof endpoint>;

/**
 * Sends past events to a confirmed endpoint again, one after the other, marked as tests (decision 64). 404 under Live; 409
 * while the endpoint is paused, not confirmed or has a replay, and without events; 429 beyond what an hour allows.
 */
export const startWebhookReplay = handle(endpoint, async (call) => {
  refuseUnderLive(call.services);
  const { params, body, services } = call;
  const { database, clock, rateLimits } = services;
  const { faults, speed = null } = body;
  const before = await readEndpoint(database, params);
  refuseUnlessOpen(before);
  await refuseWhileRunning(database, call);
  const { events, hasMore } = await findPastEvents(database, call, before.types);
  const steps = planReplay(events, { faults, speed });
  refuseTooLong(steps);
  for (const limit of limits(params.merchantId, before.url)) await rateLimits.spend(limit);
  const { at, newId } = writeContext(services);
  const name = { ...params, replayId: newId() };
  return database.transaction(async (queries) => {
    await lockApplication(queries, params);
    const { url } = await requireSame(queries, call, before);
    await refuseWhileRunning(queries, call);
    // A replay that an instance of an older version left open.
    await stopReplays(queries, params, clock.now());
    await writeReplay(queries, { at, newId }, { ...name, url, steps, hasMore, how: body, by: call.caller.email });
    await recordChange(queries, call, 'REPLAY_STARTED', detailOf(before, call, steps));
    return showReplay(queries, name);
  });
});

/** Milliseconds after which a replay counts as abandoned. */
const longest = 3 * 3_600_000;

async function refuseWhileRunning({ query }: Queries, { params, services }: Start): Promise<void> {
  const since = new Date(services.clock.now().getTime() - longest);
  const running = await query(
    sql`SELECT FROM webhook_replays WHERE merchant_id = ${params.merchantId} AND endpoint_id = ${params.endpointId}
      AND ended_at IS NULL AND started_at > ${since}::timestamptz LIMIT 1`,
  );
  if (running.length === 0) return;
  const message = 'A replay to this endpoint is still running. Nothing was sent; pausing the endpoint ends it.';
  throw new Problem(409, message, { code: 'REPLAY_RUNNING' });
}

function refuseTooLong(steps: readonly Step[]): void {
  const minutes = (steps.at(-1)?.after ?? 0) / 60_000;
  if (minutes > minutesOfReplay)
    throw wrongField(
      'speed',
      `makes the replay ${Math.ceil(minutes)} minutes long; at most ${minutesOfReplay} are possible`,
    );
}

/** A replay is up to 160 requests, so its limits keep anybody from flooding a server with them. */
function limits(merchantId: string, url: string): RateLimit[] {
  const host = new URL(url).hostname.replace(/\.$/, '');
  const message = (whose: string) =>
    `Too many replays were started ${whose} in this hour. Nothing was sent; try later.`;
  const { ofMerchant, ofHost } = replaysAnHour;
  return [
    { key: `webhook-replay:${merchantId}`, most: ofMerchant, seconds: 3600, message: message('by your company') },
    { key: `webhook-replay-host:${host}`, most: ofHost, seconds: 3600, message: message('to this server') },
  ];
}

async function requireSame(queries: Queries, { params }: Start, before: EndpointRow): Promise<EndpointRow> {
  const row = await readEndpoint(queries, params);
  refuseUnlessOpen(row);
  const message = 'The address was changed in the meantime. Nothing was sent.';
  if (row.url !== before.url) throw new Problem(409, message, { code: 'ENDPOINT_CHANGED' });
  return row;
}

function detailOf({ name, url }: EndpointRow, { body }: Start, steps: readonly Step[]): string {
  const count = steps.filter(({ form }) => form === 'FIRST' || form === 'LATE').length;
  const forged = steps.filter(({ form }) => isForged(form)).length;
  const of = body.day === undefined ? '' : ` of ${body.day}`;
  const wrong = forged === 0 ? '' : `, and ${forged} that are signed wrongly`;
  return `${name}: ${url}, events${of}: ${count}${wrong}`;
}
