import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { capabilitiesQuery } from '#platform/calls/capabilities.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { sessionKeys } from '#platform/session/session.ts';

const settings = {
  apiBaseUrl: 'http://localhost:4000/sandbox',
  automationHookUrl: 'http://localhost:4000/hook',
  signUpEmail: 'a@b.example',
  signUpPassword: '',
  monitoringClientToken: '',
  monitoringApplicationId: '',
};

type Answer = () => { status?: number; body: unknown } | Promise<Response>;

export const never = (): Promise<Response> => new Promise(() => undefined);

/** Replaces fetch, with a signed-in administrator; `sent` lists the requests in order. */
export function stubApi(answer: Answer): { sent: string[]; answer: (next: Answer) => void } {
  document.body.innerHTML = `<script type="application/json" id="settings">${JSON.stringify(settings)}</script>`;
  signIn();
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

/** Stores an administrator's session under the four storage keys (§9). */
function signIn(): void {
  const seconds = Math.floor(Date.now() / 1000);
  const claims = {
    jti: 'j',
    iat: seconds,
    exp: seconds + 3600,
    sub: 's',
    iss: 'volume',
    userAccountId: 'u1',
    adminId: 'a1',
    authorities: ['VOLUME_ADMIN_READ'],
  };
  localStorage.setItem(sessionKeys.token, `e30.${btoa(JSON.stringify(claims))}.signature`);
  localStorage.setItem(sessionKeys.adminEmail, 'ada@volume.example');
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
