import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { capabilitiesQuery } from '#platform/calls/capabilities.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';

type Answer = () => { status?: number; body: unknown } | Promise<Response>;

export const never = (): Promise<Response> => new Promise(() => undefined);

/** Replaces fetch, with a signed-in administrator; `sent` lists the requests in order. */
export function stubApi(answer: Answer): { sent: string[]; answer: (next: Answer) => void } {
  putSettings();
  signIn({ adminId: 'a1', authorities: ['VOLUME_ADMIN_READ'], email: 'ada@volume.example' });
  const sent: string[] = [];
  let current = answer;
  vi.stubGlobal('fetch', async (target: string): Promise<Response> => {
    const { pathname } = new URL(target);
    // The merchant page also loads users, which are not the subject of these tests.
    if (pathname.endsWith('/accounts')) return new Response('[]');
    sent.push(pathname);
    const given = await current();
    if (given instanceof Response) return given;
    return new Response(JSON.stringify(given.body), { status: given.status ?? 200 });
  });
  return {
    sent,
    answer: (next) => {
      current = next;
    },
  };
}

export const providerError = (statusCode: number, errorMessage: string) => ({
  status: statusCode,
  body: { statusCode, statusName: 'REFUSED', errorMessage, source: 'VOLUME', traceId: '0123456789abcdef' },
});

/** Renders a page for a deployment with these capabilities. */
export function show(
  page: ReactNode,
  queryClient: QueryClient = createQueryClient(),
  capabilities: readonly string[] = [],
): QueryClient {
  queryClient.setQueryData(capabilitiesQuery().queryKey, [...capabilities]);
  render(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>);
  return queryClient;
}
