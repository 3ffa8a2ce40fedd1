import type { WriteContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { queueSending } from '#webhooks/deliver/schedule.ts';

/** A replay ends after this many consecutive requests without any response. */
const mostUnanswered = 3;

/**
 * All replays to one server share a separate lane: they neither delay real events nor are delayed by them, and one process sends
 * it at most four requests at a time, for all replays together.
 */
export const replayLane = (url: string): string => `replay:${new URL(url).hostname.replace(/\.$/, '')}`;

/** Columns of a row of `webhook_deliveries`; null for a delivery that is not part of a replay. */
export interface ReplayColumns {
  replay_id: string | null;
  replay_place: number | null;
}

interface Sent {
  merchantId: string;
  delivery: ReplayColumns;
  /** Whether there was a response, of any status. */
  isAnswered: boolean;
}

/**
 * Queues the next request of a replay when the last one has ended, so that they are sent one after the other. The caller holds a
 * share lock of the application, for which pausing and deleting the endpoint wait.
 */
export async function advanceReplay(queries: Queries, context: WriteContext, sent: Sent): Promise<void> {
  const { merchantId, delivery, isAnswered } = sent;
  const { replay_id: replayId, replay_place: place } = delivery;
  if (replayId === null || place === null) return;
  const [replay] = await queries.query<{ unanswered: number; url: string }>(
    sql`UPDATE webhook_replays SET unanswered = CASE WHEN ${isAnswered}::boolean THEN 0 ELSE unanswered + 1 END
      WHERE merchant_id = ${merchantId} AND replay_id = ${replayId} AND ended_at IS NULL RETURNING unanswered, url`,
  );
  if (!replay) return;
  const [next] = await queries.query<{ id: string; dueAt: Date }>(
    sql`SELECT delivery_id AS id, next_attempt_at AS "dueAt" FROM webhook_deliveries
      WHERE merchant_id = ${merchantId} AND replay_id = ${replayId} AND replay_place > ${place}::integer AND state = 'PENDING'
      ORDER BY replay_place LIMIT 1`,
  );
  const name = { merchantId, replayId, at: context.at };
  if (!next) return end(queries, { ...name, ending: 'DONE' });
  if (replay.unanswered >= mostUnanswered) return end(queries, { ...name, ending: 'NO_ANSWER' });
  const dueAt = new Date(Math.max(next.dueAt.getTime(), context.at.getTime()));
  const sending = { merchantId, deliveryId: next.id, url: replayLane(replay.url), dueAt };
  await queueSending(queries, context.newId, sending);
}

interface Ended {
  merchantId: string;
  replayId: string;
  at: Date;
  ending: 'DONE' | 'NO_ANSWER';
}

async function end({ query }: Queries, { merchantId, replayId, at, ending }: Ended): Promise<void> {
  await query(
    sql`UPDATE webhook_deliveries SET state = 'GAVE_UP', next_attempt_at = NULL
      WHERE merchant_id = ${merchantId} AND replay_id = ${replayId} AND state = 'PENDING'`,
  );
  await query(
    sql`UPDATE webhook_replays SET ended_at = ${at}, ending = ${ending}
      WHERE merchant_id = ${merchantId} AND replay_id = ${replayId}`,
  );
}

/** Ends the replays to an endpoint. The caller has locked the application. */
export async function stopReplays(
  { query }: Queries,
  { merchantId, endpointId }: { merchantId: string; endpointId: string },
  at: Date,
): Promise<void> {
  const given = await query<{ id: string }>(
    sql`UPDATE webhook_deliveries SET state = 'GAVE_UP', next_attempt_at = NULL
      WHERE merchant_id = ${merchantId} AND endpoint_id = ${endpointId} AND replay_id IS NOT NULL AND state = 'PENDING'
      RETURNING delivery_id AS id`,
  );
  await query(
    sql`DELETE FROM due_work WHERE lane IS NOT NULL AND object_id = ANY(${given.map(({ id }) => id)}::uuid[])`,
  );
  await query(
    sql`UPDATE webhook_replays SET ended_at = ${at}, ending = 'STOPPED'
      WHERE merchant_id = ${merchantId} AND endpoint_id = ${endpointId} AND ended_at IS NULL`,
  );
}
