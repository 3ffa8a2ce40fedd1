import type { Clock } from '#core/services.ts';
import { Problem, tooMany } from '#core/problem.ts';

const mostKeys = 20_000;

/** Refuses with 429 and Retry-After whoever calls more often than they may. */
export interface Throttle {
  session(jti: string): void;
  address(key: string): void;
}

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

/** Refuses with 429 in its own time; everything else goes as it comes. `from` is who asks. */
export type SlowRefusal = <T>(from: string, work: () => Promise<T>) => Promise<T>;

/** Refusals of one address that leave in a second, however many wait. */
const mostPerSecond = 100;
/** Milliseconds that a refusal waits at most. */
const longest = 20_000;

/**
 * Answers a 429 after about so many milliseconds, later while many of the same address wait: in that time it costs nothing. A
 * flood that waits for its refusals is a flood no more, those refused together do not come back together, and who is refused
 * beside it does not wait for it.
 */
export function createSlowRefusal(milliseconds: number): SlowRefusal {
  const waiting = new Map<string, number>();
  const add = (from: string, more: 1 | -1): number => {
    const now = (waiting.get(from) ?? 0) + more;
    if (now === 0) waiting.delete(from);
    else waiting.set(from, now);
    return now;
  };
  return async (from, work) => {
    try {
      return await work();
    } catch (refusal) {
      if (milliseconds > 0 && refusal instanceof Problem && refusal.status === 429) {
        const wait = Math.min(longest, Math.max(milliseconds, (1000 * add(from, 1)) / mostPerSecond));
        await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())));
        add(from, -1);
      }
      throw refusal;
    }
  };
}
