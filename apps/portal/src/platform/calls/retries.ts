import { ApiError, statusOf } from '#platform/errors.ts';

/** How often a reading is asked for again (§9). */
const retries = 3;
const firstDelayMs = 1_000;
const longestDelayMs = 30_000;

/** Worth another try: no network, 429 and 5xx; never another 4xx (contract §9 Caching and retries), nor what was waited for in vain. */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof ApiError && error.isNetworkFailure) return !error.isGivenUp;
  const status = statusOf(error);
  return status === 429 || (status !== undefined && status >= 500);
}

/** Whether a reading that failed so many times is asked for again; what a call failed with may stand behind the error as its cause. */
export function isRetried(failures: number, error: Error): boolean {
  return failures < retries && isWorthRetrying(error.cause ?? error);
}

/** Milliseconds before the retry with this zero-based number: 1, 2, 4 … s up to 30 s (§9). */
export function retryDelay(attempt: number): number {
  return Math.min(firstDelayMs * 2 ** attempt, longestDelayMs);
}

/**
 * A reading with the same retries, where there is no query cache yet.
 * @throws what the last try failed with
 */
export async function withRetries<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || failures >= retries || !isWorthRetrying(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelay(failures)));
    signal.throwIfAborted();
  }
}
