import { tooMany } from '#http/problem.ts';
import type { Services } from '#http/services.ts';

export type Window = {
  /** What is counted, without anything personal in it. */
  key: string;
  most: number;
  /** A day at most: older ones are swept. */
  seconds: number;
  message: string;
};

/**
 * Counts one try against a fixed window shared by all instances; 429 with Retry-After once `most` are spent. Answers how
 * to give this one try back, where only failures count.
 */
export async function spendFromWindow(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  window: Window,
): Promise<() => Promise<void>> {
  const now = clock.now().getTime();
  const start = new Date(now - (now % (window.seconds * 1000)));
  const [row] = await database.query<{ count: number }>(
    `insert into throttle_counters (key, window_start, count) values ($1, $2, 1)
     on conflict (key, window_start) do update set count = throttle_counters.count + 1 returning count`,
    [window.key, start],
  );
  if ((row?.count ?? 0) > window.most) {
    throw tooMany(window.message, (start.getTime() + window.seconds * 1000 - now) / 1000);
  }
  return async () => {
    await database.query(
      'update throttle_counters set count = count - 1 where key = $1 and window_start = $2 and count > 0',
      [window.key, start],
    );
  };
}

/** Forgets what was spent, after a try that turned out right. */
export async function refundWindow({ database }: Services, key: string): Promise<void> {
  await database.query('delete from throttle_counters where key = $1', [key]);
}
