import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

/** One piece of due work as it is claimed. */
export interface DueWork {
  workId: string;
  kind: string;
  merchantId: string | null;
  objectId: string | null;
  payload: Readonly<Record<string, unknown>>;
  dueAt: Date;
  /** Claims so far, this one included. */
  attempts: number;
}

/** When to look again, and with which payload; with the same by default. */
export interface Again {
  againAt: Date;
  payload?: DueWork['payload'];
}

/**
 * Does one kind of due work. It can run again after a crash, so its effect is guarded by the rows it changes. Returns nothing
 * when it is done, or when to run again; an error is retried later.
 */
export interface Worker {
  kind: string;
  /** How many jobs one process runs at a time; by default as many as suits the database. */
  concurrency?: number;
  /** Consecutive failures after which a job becomes a dead letter; by default 50, which take four hours. */
  mostFailures?: number;
  run: (services: Services, work: DueWork) => Promise<void | Again>;
}

/** Work that repeats daily; `workId` is fixed, so that all instances share one job. */
export interface DailyWork {
  kind: string;
  workId: string;
  hourUtc: number;
}

/** Adds the daily work to the queue, and brings back what a process with its clock in the future has moved away. */
export async function ensureDailyWork({ query }: Queries, now: Date, daily: readonly DailyWork[]): Promise<void> {
  for (const { kind, workId, hourUtc } of daily) {
    await query(
      sql`INSERT INTO due_work (work_id, kind, due_at) VALUES (${workId}, ${kind}, ${nextDay(now, hourUtc)})
        ON CONFLICT (work_id) DO UPDATE SET due_at = excluded.due_at WHERE due_work.due_at > excluded.due_at`,
    );
  }
}

/** The next time at which the clock shows this hour (UTC). */
export function nextDay(now: Date, hourUtc: number): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hourUtc);
  return new Date(today > now.getTime() ? today : today + 86_400_000);
}
