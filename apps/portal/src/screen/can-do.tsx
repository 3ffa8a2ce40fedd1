import { ifMatchHeader } from '@volume/contract/headers.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { capabilitiesQuery, type NamedCall, useCapability } from '#platform/calls/capabilities.ts';

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
