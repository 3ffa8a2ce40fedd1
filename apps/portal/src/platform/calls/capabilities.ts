import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { listCapabilities } from '@volume/contract/capabilities.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { ifMatchHeader, traceparentHeader } from '@volume/contract/headers.ts';
import type { ReactNode } from 'react';
import { statusOf } from '#platform/errors.ts';
import { call } from '#platform/provider-api.ts';
import { followClicks } from './traceparent.ts';

/** Until the question that failed is asked again. */
const askAgainMs = 30_000;

/** What names a call: the endpoint itself, or only this much of it. */
export type NamedCall = Pick<AnyEndpoint, 'method' | 'path' | 'origin'>;

/** A call as the answer to `capabilities` names it, whatever its ids are called here. */
const nameOf = ({ method, path }: Pick<NamedCall, 'method' | 'path'>): string =>
  `${method} ${path.replace(/\{\w*\}/g, '{}')}`;

/** Which of our own calls this deployment has; one that does not know the question has none of them (contract §9). */
export function capabilitiesQuery() {
  return queryOptions({
    queryKey: ['capabilities'],
    queryFn: async ({ signal }) => {
      try {
        // With the session, for a deployment that answers nobody without one.
        const calls = await call(
          { ...listCapabilities, access: { kind: 'signed-in', effect: 'read' } },
          { signal, unauthorised: 'answer' },
        );
        followClicks(calls.includes(traceparentHeader));
        return calls;
      } catch (error) {
        if (isUnknownThere(statusOf(error))) return [];
        throw error;
      }
    },
    staleTime: Infinity,
    gcTime: Infinity,
    // What is left out for want of an answer comes by itself once there is one.
    refetchInterval: ({ state }) => (state.status === 'error' ? askAgainMs : false),
  });
}

/** A gateway may refuse what is not there instead of saying so; a dead session is heard of by the page's own calls. */
function isUnknownThere(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}

/** Whether this deployment has the call, undefined until that is known; those of the specification and of the provider's documents are always there. */
export function useCapability({ method, path, origin }: NamedCall): boolean | undefined {
  const isOurs = origin === 'ours';
  const { data, isError } = useQuery({ ...capabilitiesQuery(), enabled: isOurs });
  if (!isOurs) return true;
  return isError ? false : data?.includes(nameOf({ method, path }));
}

/** As `useHas`, once and outside a component: false until it is known. */
export function hasNow(queryClient: QueryClient, each: NamedCall | undefined): boolean {
  const known = queryClient.getQueryData(capabilitiesQuery().queryKey);
  return each === undefined || known?.includes(nameOf(each)) === true;
}

/** Of what lives by one of our own calls, whether this deployment has it, undefined until that is known; asked only where something does. */
export function useHas(
  named: readonly (NamedCall | undefined)[],
): (call: NamedCall | undefined) => boolean | undefined {
  const { data, isError } = useQuery({ ...capabilitiesQuery(), enabled: named.some((each) => each !== undefined) });
  return (each) => each === undefined || (isError ? false : data?.includes(nameOf(each)));
}

/** The version to send as If-Match, undefined where this deployment compares none (contract §11). */
export function useIfMatch(version: string): string | undefined {
  const { data } = useQuery(capabilitiesQuery());
  return data?.includes(ifMatchHeader) ? version : undefined;
}

/** True once this deployment is known to have the call. */
export const useCanDo = (named: NamedCall): boolean => useCapability(named) === true;

/** Shows its children only where this deployment has the call they live by: a control that cannot work is never shown. */
export function CanDo({ call: named, children }: { call: NamedCall; children: ReactNode }) {
  return useCanDo(named) ? children : null;
}

/** In place of the whole endpoint, which the entry does not hold. */
const ownApi = { method: 'GET', path: 'capabilities', origin: 'ours' } as const;

/** Whether this API serves its reference and guides, asked once that is wanted; one that has our own calls does. */
export function useDocs(isWanted = true): boolean {
  const asked = isWanted ? ownApi : undefined;
  return useHas([asked])(asked) === true && isWanted;
}
