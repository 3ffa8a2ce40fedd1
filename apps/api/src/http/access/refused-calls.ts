import { serverStops, tooMany } from '#core/problem.ts';
import type { Wait } from './wait.ts';

interface Refused {
  until: number;
  /** When the next call may begin. */
  next: number;
}

/** The longest that a call waits to begin, in milliseconds. */
const longest = 20_000;
/** Milliseconds for which a refused call is remembered: as long as the refusal asked to wait, within these bounds. */
const remembered = { least: 20_000, most: 10 * 60_000 };
/** Calls of addresses that are remembered. */
const mostCalls = 10_000;
/** Milliseconds between the beginnings of two calls. */
const between = 20;

/**
 * The public calls that an address was refused, until it may try again or for ten minutes. The next ones of the same
 * address begin one after the other, 50 per second: a flood of wrong sign-ins, of which each costs two hashes and a query,
 * cannot take the processor from everybody else. When a thousand wait, further ones are refused without any work.
 */
export function createRefusedCalls(wait: Wait, stopping?: AbortSignal) {
  const calls = new Map<string, Refused>();
  const forget = (now: number): void => {
    for (const [key, { until }] of calls) {
      if (until > now && calls.size <= mostCalls) return;
      calls.delete(key);
    }
  };
  return {
    /** Resolves when the call may begin. @throws Problem 429 when a thousand wait, 503 when the process stops */
    async waitToBegin(key: string): Promise<void> {
      const call = calls.get(key);
      const now = performance.now();
      if (!call || call.until <= now) return;
      const begin = Math.max(now, call.next);
      if (begin - now > longest) throw tooMany('Too many of these calls wait. Please try again later.', longest / 1000);
      call.next = begin + between;
      if (begin > now) await wait(begin - now);
      if (stopping?.aborted) throw serverStops();
    },
    /** `retryAfter` is the time in milliseconds that the refusal asked to wait. */
    add(key: string, retryAfter: number): void {
      const now = performance.now();
      const { next = now, until = now } = calls.get(key) ?? {};
      const { least, most } = remembered;
      // Re-inserting keeps the map in order of the last refusal.
      calls.delete(key);
      calls.set(key, { until: Math.max(until, now + Math.min(most, Math.max(least, retryAfter))), next });
      forget(now);
    },
  };
}
