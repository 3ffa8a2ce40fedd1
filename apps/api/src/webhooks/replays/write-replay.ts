import type { ReplayFault } from '@volume/contract/webhooks/replays.ts';
import type { WriteContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { countAttempt } from '#webhooks/deliver/send-once.ts';
import { queueSending } from '#webhooks/deliver/schedule.ts';
import { type EndpointName } from '#webhooks/endpoints/endpoint-row.ts';
import { kindOf } from '#webhooks/endpoints/deliver-to-endpoints.ts';
import { replayLane } from './advance-replay.ts';
import { markAsTest } from './forge.ts';
import type { Step } from './plan-replay.ts';

type NewReplay = EndpointName & {
  replayId: string;
  url: string;
  steps: readonly Step[];
  /** More events were found than a replay can contain. */
  hasMore: boolean;
  how: { day?: string | undefined; faults: readonly ReplayFault[]; speed?: number | null | undefined };
  by: string;
};

/** Writes a replay with all its deliveries, and queues the first one; each of the others follows the one before it. */
export async function writeReplay(queries: Queries, { at, newId }: WriteContext, replay: NewReplay): Promise<void> {
  const { merchantId, applicationId, endpointId, replayId, url, steps, hasMore, how, by } = replay;
  await queries.query(
    sql`INSERT INTO webhook_replays (merchant_id, replay_id, application_id, endpoint_id, url, day, faults, speed, has_more,
        started_at, started_by)
      VALUES (${merchantId}, ${replayId}, ${applicationId}, ${endpointId}, ${url}, ${how.day ?? null},
        ${how.faults}::text[], ${how.speed ?? null}, ${hasMore}, ${at}, ${by})`,
  );
  const rows = steps.map((step, place) => ({ id: newId(), place, ...toRow(step, at, place) }));
  await queries.query(
    sql`INSERT INTO webhook_deliveries (merchant_id, delivery_id, application_id, kind, object_id, url, state, created_at,
        next_attempt_at, request_body, give_up_at, endpoint_id, event_type, replay_id, replay_place, replay_form, replayed_event_id)
      SELECT ${merchantId}::uuid, s.id, ${applicationId}::uuid, s.kind, s.object, ${url}::text, 'PENDING', s.made, s.due, s.body,
        ${at}::timestamptz, ${endpointId}::uuid, s.type, ${replayId}::uuid, s.place, s.form, s.event
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS s(id uuid, kind text, object uuid, made timestamptz,
        due timestamptz, body text, type text, place integer, form text, event uuid)`,
  );
  const [first] = rows;
  if (!first) throw new Error('A replay without events.');
  await queueSending(queries, newId, { merchantId, deliveryId: first.id, url: replayLane(url), dueAt: at });
}

function toRow({ event, form, after }: Step, at: Date, place: number) {
  const { eventId, type, objectId, body } = event;
  return {
    kind: kindOf(type, body),
    object: objectId,
    // One millisecond apart, so that the log has them in their order.
    made: new Date(at.getTime() + place).toISOString(),
    due: new Date(at.getTime() + after).toISOString(),
    body: markAsTest(form === 'AGAIN' ? countAttempt(body, 1) : body),
    type,
    form,
    event: eventId,
  };
}
