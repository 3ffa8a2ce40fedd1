import { ApiError, ProviderApiError, statusOf } from '#platform/errors.ts';

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

/**
 * Whether a read that failed this often is retried; a call's own error may be the cause of the one thrown. A server that
 * wants a longer pause than the longest delay is reported instead.
 */
export function isRetried(failures: number, error: unknown): boolean {
  return failures < retries && isWorthRetrying(causeOf(error)) && askedDelayMs(error) <= longestDelayMs;
}

/** Milliseconds before the retry with this zero-based number: 1, 2, 4 … s up to 30 s (§9), and never before Retry-After. */
export function retryDelay(attempt: number, error: unknown): number {
  return Math.max(Math.min(firstDelayMs * 2 ** attempt, longestDelayMs), askedDelayMs(error));
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? error) : error);

/** What the Retry-After of the answer asks for, in milliseconds; zero when there is none. */
function askedDelayMs(error: unknown): number {
  const cause = causeOf(error);
  const isAnswer = cause instanceof ApiError || cause instanceof ProviderApiError;
  return isAnswer ? (cause.retryAfter ?? 0) * 1_000 : 0;
}

/**
 * A reading with the same retries, where there is no query cache yet.
 * @throws what the last try failed with
 */
export async function withRetries<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    let delay: number;
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || !isRetried(failures, error)) throw error;
      delay = retryDelay(failures, error);
    }
    await new Promise((resolve) => setTimeout(resolve, delay));
    signal.throwIfAborted();
  }
}
