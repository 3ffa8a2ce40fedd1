import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds between attempts; the last value applies to all further ones (contract §6). */
const waits = [10 * second, 30 * second, minute, 5 * minute, 15 * minute, hour] as const;

/** How long a delivery is retried, in milliseconds. */
export const patience = 72 * hour;

interface Tried {
  /** Attempts in this round, including the last one. */
  tries: number;
  endedAt: Date;
  giveUpAt: Date;
  /** The receiver's Retry-After header, or null. */
  retryAfter: string | null;
}

/**
 * The time of the next attempt, or null when it is time to give up. A later Retry-After of the receiver is respected, but not
 * beyond that time: a receiver that is back before it gets the event.
 */
export function nextAttemptAt({ tries, endedAt, giveUpAt, retryAfter }: Tried): Date | null {
  const wait = waits[Math.min(tries, waits.length) - 1] ?? hour;
  const usual = endedAt.getTime() + wait;
  if (usual > giveUpAt.getTime()) return null;
  return new Date(Math.min(Math.max(usual, askedFor(retryAfter, endedAt)), giveUpAt.getTime()));
}

/**
 * Parses seconds or a date (RFC 9110, 10.2.3); at most a day, so that a mistake of the receiver does not stop its
 * webhooks.
 */
function askedFor(retryAfter: string | null, endedAt: Date): number {
  if (retryAfter === null) return 0;
  const text = retryAfter.trim();
  const at = /^\d{1,9}$/.test(text) ? endedAt.getTime() + Number(text) * second : Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.min(at, endedAt.getTime() + 24 * hour);
}

/** The kind of job that sends one delivery once; each address is a lane. */
const sendingKind = 'WEBHOOK_SEND';

interface Sending {
  merchantId: string;
  deliveryId: string;
  url: string;
  dueAt: Date;
}

/** Queues the next attempt of a delivery; changes the due time when one is already queued. */
export async function queueSending(
  { query, wakeWorkers }: Queries,
  newId: () => string,
  { merchantId, deliveryId, url, dueAt }: Sending,
): Promise<void> {
  await query(
    sql`INSERT INTO due_work (work_id, kind, merchant_id, object_id, lane, due_at)
      VALUES (${newId()}, ${sendingKind}, ${merchantId}, ${deliveryId}, ${url}, ${dueAt})
     ON CONFLICT (object_id) WHERE lane IS NOT NULL DO UPDATE SET due_at = excluded.due_at, lane = excluded.lane`,
  );
  wakeWorkers?.();
}
