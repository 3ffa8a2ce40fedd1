import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { putSettings } from '#platform/testing/sample-settings.ts';
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

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

const viewShared: NamedCall = { method: 'GET', path: 'merchants/{}/shared-views/{}', origin: 'ours' };

/** Renders a page as after a reload, with this answer of the deployment. */
function visit(status: number, body: unknown) {
  putSettings();
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));
  const queryClient = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  return renderHook(() => useCapability(viewShared), { wrapper }).result;
}

test('is rendered with the response of the last visit until the new one arrives, also when the deployment no longer has the endpoint', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const first = visit(200, ['GET merchants/{}/shared-views/{}']);
  expect(first.current).toBeUndefined();
  await waitFor(() => expect(first.current).toBe(true));
  const second = visit(404, {});
  expect(second.current).toBe(true);
  await waitFor(() => expect(second.current).toBe(false));
  expect(visit(404, {}).current).toBe(false);
  logged.mockRestore();
});
