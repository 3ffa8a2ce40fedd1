import type { Services } from '#core/services.ts';
import { sql } from '#database/sql.ts';

const mostRemembered = 10_000;

/** Whether a key comes for the first time in its window of so many seconds. */
export type Once = (key: string, seconds: number) => Promise<boolean>;

/** Windows are shared by all instances; what this process has seen in them it need not ask again. */
export function createOnce({ database, clock }: Pick<Services, 'database' | 'clock'>): Once {
  const seen = new Map<string, number>();
  return async (key, seconds) => {
    const now = clock.now().getTime();
    const start = now - (now % (seconds * 1000));
    if (seen.get(key) === start) return false;
    seen.delete(key);
    seen.set(key, start);
    if (seen.size > mostRemembered) seen.delete(seen.keys().next().value ?? '');
    try {
      const added = await database.query(
        sql`INSERT INTO throttle_counters (key, window_start, count) VALUES (${key}, ${new Date(start)}, 1)
          ON CONFLICT DO NOTHING RETURNING key`,
      );
      return added.length > 0;
    } catch (error) {
      seen.delete(key);
      throw error;
    }
  };
}
