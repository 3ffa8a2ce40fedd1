import type { Database } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { tooMany } from '#core/problem.ts';

export type Window = {
  /** What is counted, without anything personal in it. */
  key: string;
  most: number;
  /** A day at most: older ones are swept. */
  seconds: number;
  message: string;
};

/** Fixed windows of tries, counted in the database for all instances. */
export type Windows = {
  /**
   * Counts one try; 429 with Retry-After once `most` are spent. Answers how to give this one try back, where only failures
   * count.
   */
  spend: (window: Window) => Promise<() => Promise<void>>;
  /** Forgets what was spent, after a try that turned out right. */
  refund: (key: string) => Promise<void>;
};

/** Milliseconds a refusal holds in this process before the database is asked again. */
const refusalHolds = 1000;
const mostRefusals = 10_000;

/**
 * Tries of one key go one after the other, as the counter's row would make them anyway, and those after a refusal ask the
 * database no more: a flood holds one connection, never all of them.
 */
export function createWindows({ database, clock }: { database: Database; clock: { now(): Date } }): Windows {
  const refusals = createRefusals();
  const inLine = createLines();

  async function spend({ key, most, seconds, message }: Window): Promise<() => Promise<void>> {
    const now = clock.now().getTime();
    const start = now - (now % (seconds * 1000));
    const end = start + seconds * 1000;
    const refusal = () => tooMany(message, (end - now) / 1000);
    if (refusals.hold(key, now)) throw refusal();
    const [row] = await database.query<{ count: number }>(
      sql`INSERT INTO throttle_counters (key, window_start, count) VALUES (${key}, ${new Date(start)}, 1)
       ON CONFLICT (key, window_start) DO UPDATE SET count = throttle_counters.count + 1 RETURNING count`,
    );
    if ((row?.count ?? 0) > most) {
      refusals.remember(key, Math.min(now + refusalHolds, end));
      throw refusal();
    }
    return async () => {
      refusals.forget(key);
      await database.query(
        sql`UPDATE throttle_counters SET count = count - 1
          WHERE key = ${key} AND window_start = ${new Date(start)} AND count > 0`,
      );
    };
  }

  return {
    spend: (window) => inLine(window.key, () => spend(window)),
    refund: async (key) => {
      refusals.forget(key);
      await database.query(sql`DELETE FROM throttle_counters WHERE key = ${key}`);
    },
  };
}

function createRefusals() {
  const until = new Map<string, number>();
  return {
    hold: (key: string, now: number) => now < (until.get(key) ?? 0),
    forget: (key: string) => until.delete(key),
    remember(key: string, end: number) {
      until.delete(key);
      until.set(key, end);
      if (until.size > mostRefusals) until.delete(until.keys().next().value ?? '');
    },
  };
}

/** Runs work of one key one after the other. */
function createLines() {
  const lines = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = lines.get(key);
    const own = before ? before.then(work) : work();
    const last = own.catch(() => undefined).then(() => void (lines.get(key) === last && lines.delete(key)));
    lines.set(key, last);
    return own;
  };
}
