import type { Clock } from '#http/services.ts';
import { tooMany } from '#http/problem.ts';

const mostKeys = 20_000;

/**
 * Refuses a key that calls more often than `perSecond`, by a bucket that refills evenly.
 * Counted in this process alone; 429 with Retry-After.
 */
export function createThrottle(perSecond: number, clock: Clock): (key: string) => void {
  const buckets = new Map<string, { left: number; at: number }>();
  return (key) => {
    const now = clock.now().getTime();
    const bucket = buckets.get(key) ?? { left: perSecond, at: now };
    const left = Math.min(perSecond, bucket.left + (Math.max(0, now - bucket.at) / 1000) * perSecond);
    // Re-inserting keeps the map in order of last use, so that the oldest key is the one to forget.
    buckets.delete(key);
    buckets.set(key, { left: left >= 1 ? left - 1 : left, at: now });
    if (buckets.size > mostKeys) buckets.delete(buckets.keys().next().value ?? '');
    if (left < 1) throw tooMany('Too many calls. Please slow down.', (1 - left) / perSecond);
  };
}
