import { Problem } from '#core/problem.ts';

/** Refuses with 429 in its own time; everything else goes as it comes. */
export type SlowRefusal = <T>(work: () => Promise<T>) => Promise<T>;

/** Refusals that leave in a second, however many wait. */
const mostPerSecond = 100;
/** Milliseconds that a refusal waits at most. */
const longest = 20_000;

/**
 * Answers a 429 after about so many milliseconds, later while many wait: in that time it costs nothing. A flood that waits
 * for its refusals is a flood no more, and those refused together do not come back together.
 */
export function createSlowRefusal(milliseconds: number): SlowRefusal {
  let waiting = 0;
  return async (work) => {
    try {
      return await work();
    } catch (refusal) {
      if (milliseconds > 0 && refusal instanceof Problem && refusal.status === 429) {
        waiting += 1;
        const wait = Math.min(longest, Math.max(milliseconds, (1000 * waiting) / mostPerSecond));
        await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())));
        waiting -= 1;
      }
      throw refusal;
    }
  };
}
