import { QueryClient } from '@tanstack/react-query';
import { isRetried, retryDelay } from '#platform/calls/retries.ts';

/** Milliseconds for which most data is not read again. */
export const staleMs = 30_000;

/** The query client with the specification's retries and five minutes of garbage collection (§9). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: isRetried,
        retryDelay,
        gcTime: 5 * 60_000,
        staleTime: staleMs,
        refetchOnWindowFocus: false,
        // Offline must end in an error message, not in a spinner that waits for the network.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
