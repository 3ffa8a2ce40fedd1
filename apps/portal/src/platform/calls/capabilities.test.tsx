import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { capabilitiesQuery, hasNow, type NamedCall, useCapability, useHas } from './capabilities.ts';

test.each(['PUT merchants/{}/applications/{}/webhook-addresses', 'POST paymentintents/{}/mail'])(
  'finds %s in the capabilities by the whole endpoint and by its name',
  (name) => {
    const [method = '', path = ''] = name.split(' ');
    const named = { method, path, origin: 'ours' } as NamedCall;
    const whole: NamedCall = { ...named, path: path.replaceAll('{}', '{someId}') };
    const queryClient = createQueryClient();
    queryClient.setQueryData(capabilitiesQuery().queryKey, [name]);
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    );
    for (const each of [named, whole]) {
      expect(hasNow(queryClient, each)).toBe(true);
      expect(renderHook(() => useHas([each])(each), { wrapper }).result.current).toBe(true);
      expect(renderHook(() => useCapability(each), { wrapper }).result.current).toBe(true);
    }
  },
);
