import type { Database } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { tooMany } from '#core/problem.ts';
import { createLines } from './lines.ts';

export interface RateLimit {
  /** Name of the counter, without personal data. */
  key: string;
  most: number;
  /** At most a day: older windows are deleted. */
  seconds: number;
  message: string;
}

/** Fixed-window rate limits, counted in the database for all instances. */
export interface RateLimits {
  /**
   * Counts one attempt; 429 with Retry-After when `most` is exceeded. Returns a function that takes this attempt back,
   * for limits that count only failures.
   */
  spend: (limit: RateLimit) => Promise<() => Promise<void>>;
  /** Throws while this process remembers that `spend` was refused: before other work whose result would be thrown away. */
  refuseAgain: (limit: RateLimit) => void;
  /** Resets the counter after a successful attempt. */
  refund: (key: string) => Promise<void>;
}

/** Milliseconds for which this process remembers a rejection before it asks the database again. */
const refusalHolds = 1000;
const mostRefusals = 10_000;

/**
 * Attempts with the same key run one after another, as the counter's row would force anyway, and after a rejection the
 * database is not asked: a flood uses one connection, never all of them.
 */
export function createRateLimits({ database, clock }: { database: Database; clock: { now(): Date } }): RateLimits {
  const refusals = createRefusals();
  const inLine = createLines();

  function refuseAgain(limit: RateLimit): void {
    const { now, refusal } = windowOf(limit, clock.now());
    if (refusals.hold(limit.key, now)) throw refusal();
  }

  async function spend(limit: RateLimit): Promise<() => Promise<void>> {
    refuseAgain(limit);
    const { key, most } = limit;
    const { now, start, end, refusal } = windowOf(limit, clock.now());
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
    spend: (limit) => inLine(limit.key, () => spend(limit)),
    refuseAgain,
    refund: async (key) => {
      refusals.forget(key);
      await database.query(sql`DELETE FROM throttle_counters WHERE key = ${key}`);
    },
  };
}

/** The limit's current window, in milliseconds, and what refuses a call in it. */
function windowOf({ message, seconds }: RateLimit, at: Date) {
  const now = at.getTime();
  const start = now - (now % (seconds * 1000));
  const end = start + seconds * 1000;
  return { now, start, end, refusal: () => tooMany(message, (end - now) / 1000) };
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

/**
 * The key under which an address is counted: an IPv4 address is one caller, and so is an IPv6 /64 network (a home or
 * machine can pick any address in it). `unknown` when the platform provides no peer.
 */
export function addressKey(address: string | null): string {
  if (address === null) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.slice(0, 4).join(':')}::/64`;
}
