import { Problem } from '#http/problem.ts';

/**
 * Answers a 429 after about so many milliseconds, in which it costs nothing: a flood that waits for its refusals is a flood
 * no more, and those refused together do not come back together.
 */
export async function refuseSlowly<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (refusal) {
    if (milliseconds > 0 && refusal instanceof Problem && refusal.status === 429) {
      await new Promise((resolve) => setTimeout(resolve, milliseconds * (0.5 + Math.random())));
    }
    throw refusal;
  }
}
