import type { Clock } from '#core/services.ts';
import { Problem, tooMany } from '#core/problem.ts';

const mostKeys = 20_000;

/** Throws 429 with Retry-After for callers above their rate limit. */
export interface Throttle {
  session(jti: string): void;
  address(key: string): void;
}

/**
 * Allows `perSecond` calls per session with a verified token, otherwise per address, never per unverified value.
 * Sessions and addresses are counted separately, so that a flood of addresses evicts no session. In this process only.
 */
export function createThrottle(perSecond: number, clock: Clock): Throttle {
  return { session: createBuckets(perSecond, clock), address: createBuckets(perSecond, clock) };
}

/** Token buckets. A bucket that was idle for a second is full and can be deleted. */
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
    // Re-inserting keeps the map in order of last use, so that idle buckets come first.
    buckets.delete(key);
    buckets.set(key, { left: left >= 1 ? left - 1 : left, at: now });
    forgetRested(now);
    if (left < 1) throw tooMany('Too many calls. Please slow down.', (1 - left) / perSecond);
  };
}

/** Delays errors with status 429; everything else passes immediately. `from` identifies the caller. */
export type SlowRefusal = <T>(from: string, work: () => Promise<T>) => Promise<T>;

/** Maximum delay of a rejection in milliseconds. */
const longest = 20_000;

/**
 * Rejections per second and address, however many wait. A caller that cannot succeed for longer than any delay, such as
 * one with too many wrong sign-ins, loses nothing by waiting, and each repetition it does not make costs nothing.
 */
function mostPerSecond({ headers }: Problem): number {
  return 1000 * Number(headers['retry-after']) > longest ? 20 : 100;
}

/**
 * Sends a 429 after about this many milliseconds, later while many of the same address and pace wait; waiting costs
 * nothing. This slows a flood down, spreads the retries of calls that were rejected together, and does not delay
 * callers of other addresses.
 */
export function createSlowRefusal(milliseconds: number): SlowRefusal {
  const waiting = new Map<string, number>();
  const add = (key: string, more: 1 | -1): number => {
    const now = (waiting.get(key) ?? 0) + more;
    if (now === 0) waiting.delete(key);
    else waiting.set(key, now);
    return now;
  };
  return async (from, work) => {
    try {
      return await work();
    } catch (refusal) {
      if (milliseconds > 0 && refusal instanceof Problem && refusal.status === 429) {
        const pace = mostPerSecond(refusal);
        const key = `${from} ${pace}`;
        const wait = Math.min(longest, Math.max(milliseconds, (1000 * add(key, 1)) / pace));
        await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())));
        add(key, -1);
      }
      throw refusal;
    }
  };
}
