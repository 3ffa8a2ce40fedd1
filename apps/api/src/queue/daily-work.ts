import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

/** Work that comes back each day; `workId` is fixed, so that any number of instances have it once between them. */
export type DailyWork = { kind: string; workId: string; hourUtc: number };

/** Puts the daily work into the queue where it is not there yet. */
export async function ensureDailyWork({ query }: Queries, now: Date, daily: readonly DailyWork[]): Promise<void> {
  for (const { kind, workId, hourUtc } of daily) {
    await query(
      sql`INSERT INTO due_work (work_id, kind, due_at) VALUES (${workId}, ${kind}, ${nextDay(now, hourUtc)})
        ON CONFLICT (work_id) DO NOTHING`,
    );
  }
}

/** When a full hour of the day (UTC) comes next. */
export function nextDay(now: Date, hourUtc: number): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hourUtc);
  return new Date(today > now.getTime() ? today : today + 86_400_000);
}
