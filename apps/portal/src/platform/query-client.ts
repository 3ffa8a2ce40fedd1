import { QueryClient } from '@tanstack/react-query';
import { ApiError, statusOf } from './errors.ts';

const retries = 3;
const firstDelayMs = 1_000;
const longestDelayMs = 30_000;

/** Worth another try: no network, 429 and 5xx; never another 4xx (contract §9 Caching and retries), nor what was waited for in vain. */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof ApiError && error.isNetworkFailure) return !error.isGivenUp;
  const status = statusOf(error);
  return status === 429 || (status !== undefined && status >= 500);
}

/** Milliseconds before the retry with this zero-based number: 1, 2, 4 … s up to 30 s (§9). */
export function retryDelay(attempt: number): number {
  return Math.min(firstDelayMs * 2 ** attempt, longestDelayMs);
}

/** The query cache with the specification's retries and five minutes of garbage collection (§9). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < retries && isWorthRetrying(error),
        retryDelay,
        gcTime: 5 * 60_000,
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // Offline must end in words, not in a spinner that waits for the network.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
