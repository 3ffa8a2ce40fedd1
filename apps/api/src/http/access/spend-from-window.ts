import { tooMany } from '#http/problem.ts';
import type { Services } from '#http/services.ts';

export type Window = {
  /** What is counted, without anything personal in it. */
  key: string;
  most: number;
  seconds: number;
  message: string;
};

/** Counts one try against a fixed window shared by all instances; 429 with Retry-After once `most` are spent. */
export async function spendFromWindow({ database, clock, random }: Services, window: Window): Promise<void> {
  const now = clock.now().getTime();
  const start = new Date(now - (now % (window.seconds * 1000)));
  const [row] = await database.query<{ count: number }>(
    `insert into throttle_counters (key, window_start, count) values ($1, $2, 1)
     on conflict (key, window_start) do update set count = throttle_counters.count + 1 returning count`,
    [window.key, start],
  );
  // Now and then the windows that are long over are swept out.
  if (random.bytes(1)[0] === 0) {
    await database.query('delete from throttle_counters where window_start < $1', [new Date(now - 86_400_000)]);
  }
  if ((row?.count ?? 0) > window.most) {
    throw tooMany(window.message, (start.getTime() + window.seconds * 1000 - now) / 1000);
  }
}

/** Forgets what was spent, after a try that turned out right. */
export async function refundWindow({ database }: Services, key: string): Promise<void> {
  await database.query('delete from throttle_counters where key = $1', [key]);
}
