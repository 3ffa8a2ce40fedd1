import type { Clock } from '#core/services.ts';
import { tooMany } from '#core/problem.ts';

const mostKeys = 20_000;

/** Refuses with 429 and Retry-After whoever calls more often than they may. */
export type Throttle = { session(jti: string): void; address(key: string): void };

/**
 * `perSecond` calls of a session whose token was verified, and of an address otherwise: never of what a caller made up.
 * Counted apart, so that a flood of addresses takes no session's place, and in this process alone.
 */
export function createThrottle(perSecond: number, clock: Clock): Throttle {
  return { session: createBuckets(perSecond, clock), address: createBuckets(perSecond, clock) };
}

/** Buckets that refill evenly. One that rested for a second is full, and forgotten. */
function createBuckets(perSecond: number, clock: Clock): (key: string) => void {
  const buckets = new Map<string, { left: number; at: number }>();

  function forgetRested(now: number): void {
    for (const [key, { at }] of buckets) {
      if (now - at < 1000 && buckets.size <= mostKeys) return;
      buckets.delete(key);
    }
  }

  return (key) => {
    const now = clock.now().getTime();
    const bucket = buckets.get(key) ?? { left: perSecond, at: now };
    const left = Math.min(perSecond, bucket.left + (Math.max(0, now - bucket.at) / 1000) * perSecond);
    // Re-inserting keeps the map in order of last use, so that those that rested stand first.
    buckets.delete(key);
    buckets.set(key, { left: left >= 1 ? left - 1 : left, at: now });
    forgetRested(now);
    if (left < 1) throw tooMany('Too many calls. Please slow down.', (1 - left) / perSecond);
  };
}
