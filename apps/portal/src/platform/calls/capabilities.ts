import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { listCapabilities } from '@volume/contract/portal/capabilities.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { ifMatchHeader, traceparentHeader } from '@volume/contract/headers.ts';
import type { ReactNode } from 'react';
import { statusOf } from '#platform/errors.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from '#platform/queries/query-keys.ts';
import { readStored, store } from '#platform/preferences.ts';
import { buildCommit, readSettings } from '#platform/settings.ts';
import {
  capabilitiesKey,
  nameOfCall,
  readCapabilities,
  readOwnCapabilities,
  writeCapabilities,
} from './remembered-capabilities.ts';
import { followClicks } from './traceparent.ts';

/** The interval for retrying a failed request for the capabilities. */
const askAgainMs = 30_000;

/** The endpoint itself, or only the parts that identify it. */
export type NamedCall = Pick<AnyEndpoint, 'method' | 'path' | 'origin'>;

/** The capabilities of the last visit: pages are rendered with them until the new response arrives, so that nothing moves then. */
const lastAnswer = (): string[] | undefined => readCapabilities(readStored(capabilitiesKey));

const sourceNow = () => ({ apiBaseUrl: readSettings().apiBaseUrl, commit: buildCommit });

function remember(calls: string[]): string[] {
  store(capabilitiesKey, writeCapabilities(calls, sourceNow()));
  return calls;
}

const atStart = new WeakMap<QueryClient, readonly string[]>();

/** Whether this API had the endpoint at an earlier visit with this build: a first visit makes the specification's calls. */
export function wasRemembered(queryClient: QueryClient, each: Pick<NamedCall, 'method' | 'path'>): boolean {
  const known = atStart.get(queryClient) ?? readOwnCapabilities(readStored(capabilitiesKey), sourceNow());
  atStart.set(queryClient, known);
  return known.includes(nameOfCall(each));
}

const capabilityKeys = keysOf('capabilities');

/** Which of our own endpoints this deployment supports; none if it does not know `capabilities` (contract §9). */
export function capabilitiesQuery() {
  return queryOptions({
    queryKey: capabilityKeys.all,
    queryFn: async ({ signal, client }) => {
      // Read before this answer replaces it.
      wasRemembered(client, listCapabilities);
      try {
        // Sends the token, because a deployment may refuse requests without one.
        const calls = await call(
          { ...listCapabilities, access: { kind: 'signed-in', effect: 'read' } },
          { signal, unauthorised: 'answer' },
        );
        followClicks(calls.includes(traceparentHeader));
        return remember(calls);
      } catch (error) {
        if (isUnknownThere(statusOf(error))) return remember([]);
        throw error;
      }
    },
    placeholderData: lastAnswer,
    staleTime: Infinity,
    gcTime: Infinity,
    // After a failure it retries, so that hidden controls appear by themselves.
    refetchInterval: ({ state }) => (state.status === 'error' ? askAgainMs : false),
  });
}

/** A gateway may refuse an unknown path with any 4xx. An expired session is detected by the page's own requests. */
function isUnknownThere(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}

/**
 * Returns whether this deployment supports the endpoint (undefined while loading). Endpoints of the specification and
 * the provider's documents are always supported.
 */
export function useCapability({ method, path, origin }: NamedCall): boolean | undefined {
  const isOurs = origin === 'ours';
  const { data, isError } = useQuery({ ...capabilitiesQuery(), enabled: isOurs });
  if (!isOurs) return true;
  return isError ? false : data?.includes(nameOfCall({ method, path }));
}

/** A single check outside components, as in `useHas`; false while loading. */
export function hasNow(queryClient: QueryClient, each: NamedCall | undefined): boolean {
  const known = queryClient.getQueryData(capabilitiesQuery().queryKey);
  return each === undefined || known?.includes(nameOfCall(each)) === true;
}

/** Returns a check for whether this deployment supports an endpoint (undefined while loading). */
export function useHas(
  named: readonly (NamedCall | undefined)[],
): (call: NamedCall | undefined) => boolean | undefined {
  const { data, isError } = useQuery({ ...capabilitiesQuery(), enabled: named.some((each) => each !== undefined) });
  return (each) => each === undefined || (isError ? false : data?.includes(nameOfCall(each)));
}

/** The version to send as If-Match: none where this deployment compares no versions (contract §11). */
export function useIfMatch(version: string | undefined): string | undefined {
  const { data } = useQuery(capabilitiesQuery());
  return data?.includes(ifMatchHeader) ? version : undefined;
}

/** True once the deployment is known to support the endpoint. */
export const useCanDo = (named: NamedCall): boolean => useCapability(named) === true;

/** Renders its children only where the deployment supports the endpoint that they need. */
export function CanDo({ call: named, children }: { call: NamedCall; children: ReactNode }) {
  return useCanDo(named) ? children : null;
}

/** Only the name, because the entry chunk does not include the endpoint. */
const ownApi = { method: 'GET', path: 'capabilities', origin: 'ours' } as const;

/** Whether this API serves reference and guides, loaded only if enabled; every API with our own endpoints does. */
export function useDocs(isEnabled = true): boolean {
  const asked = isEnabled ? ownApi : undefined;
  return useHas([asked])(asked) === true && isEnabled;
}
