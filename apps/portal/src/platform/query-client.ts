import { QueryClient } from '@tanstack/react-query';
import { isRetried, retryDelay } from '#platform/calls/retries.ts';
import { afterEachWrite } from '#platform/provider-api.ts';
import { activityKeys } from '#platform/queries/shared-keys.ts';

/** Milliseconds for which most data is not read again. */
export const staleMs = 30_000;

/**
 * The query client with the specification's retries and five minutes of garbage collection (§9). Each write refetches the
 * activity log, which records it.
 */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
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
  afterEachWrite(() => void queryClient.invalidateQueries({ queryKey: activityKeys.all }));
  return queryClient;
}
