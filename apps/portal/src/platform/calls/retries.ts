import { ApiError, ProviderApiError, statusOf } from '#platform/errors.ts';

/** The number of retries of a read (§9). */
const retries = 3;
const firstDelayMs = 1_000;
const longestDelayMs = 30_000;

/** True for network failures, 429 and 5xx, but not for other 4xx (contract §9 Caching and retries) or a timeout. */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof ApiError && error.isNetworkFailure) return !error.isGivenUp;
  const status = statusOf(error);
  return status === 429 || (status !== undefined && status >= 500);
}

/**
 * Whether a read is retried after this many failures; checks the cause of the error if there is one. A Retry-After
 * above the longest delay is reported instead.
 */
export function isRetried(failures: number, error: unknown): boolean {
  return failures < retries && isWorthRetrying(causeOf(error)) && askedDelayMs(error) <= longestDelayMs;
}

/** Milliseconds before a retry, counted from zero: 1, 2, 4 … s up to 30 s (§9), and never before Retry-After. */
export function retryDelay(attempt: number, error: unknown): number {
  return Math.max(Math.min(firstDelayMs * 2 ** attempt, longestDelayMs), askedDelayMs(error));
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? error) : error);

/** The response's Retry-After in milliseconds; zero without one. */
function askedDelayMs(error: unknown): number {
  const cause = causeOf(error);
  const isAnswer = cause instanceof ApiError || cause instanceof ProviderApiError;
  return isAnswer ? (cause.retryAfter ?? 0) * 1_000 : 0;
}

/**
 * Retries a read in the same way outside the query cache.
 * @throws the error of the last attempt
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
