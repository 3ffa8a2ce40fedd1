import { tooMany } from '#core/problem.ts';

interface Refused {
  until: number;
  /** When the next call may begin. */
  next: number;
}

/** Milliseconds for which a refused call is remembered, and the longest that the next ones wait. */
const remembered = 20_000;
/** Milliseconds between the beginnings of two calls. */
const between = 20;

/**
 * The public calls that an address was refused in the last 20 seconds. The next ones of the same address begin one after
 * the other, 50 per second: a flood of wrong sign-ins, of which each costs two hashes and a query, cannot take the
 * processor from everybody else. When a thousand wait, further ones are refused without any work.
 */
export function createRefusedCalls() {
  const calls = new Map<string, Refused>();
  const forget = (now: number): void => {
    for (const [key, { until }] of calls) {
      if (until > now) return;
      calls.delete(key);
    }
  };
  return {
    /** Resolves when the call may begin. @throws Problem 429 when a thousand wait */
    async waitToBegin(key: string): Promise<void> {
      const call = calls.get(key);
      const now = performance.now();
      if (!call || call.until <= now) return;
      const begin = Math.max(now, call.next);
      if (begin - now > remembered)
        throw tooMany('Too many of these calls wait. Please try again later.', remembered / 1000);
      call.next = begin + between;
      if (begin > now) await new Promise((resolve) => setTimeout(resolve, begin - now));
    },
    add(key: string): void {
      const now = performance.now();
      const next = calls.get(key)?.next ?? now;
      // Re-inserting keeps the map in order of `until`.
      calls.delete(key);
      calls.set(key, { until: now + remembered, next });
      forget(now);
    },
  };
}
