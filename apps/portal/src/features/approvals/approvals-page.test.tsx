import { toPage } from '@volume/contract/page.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { sessionKeys } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { approvalSearch } from './approval-filters.ts';
import { ApprovalsPage } from './approvals-page.tsx';

beforeEach(() => putSettings());
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** The page of a merchant for which nothing has waited yet. */
async function openAs(authorities: readonly string[]): Promise<void> {
  const claims = {
    jti: 'j',
    iat: 1,
    sub: 's',
    iss: 'i',
    userAccountId: 'u',
    exp: Date.now() / 1000 + 3600,
  };
  const token = btoa(JSON.stringify({ ...claims, merchantId: 'm', authorities }));
  localStorage.setItem(sessionKeys.token, `e30.${token}.signature`);
  localStorage.setItem(sessionKeys.email, 'maya@shop.example');
  const none = { ...toPage([], { page: 0, size: 10, totalElements: 0 }), isOn: true, waiting: 0 };
  vi.stubGlobal(
    'fetch',
    async (target: string) => new Response(JSON.stringify(target.endsWith('/capabilities') ? [] : none)),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApprovalsPage
        merchantId="m"
        search={approvalSearch.read({})}
        hrefOf={JSON.stringify}
        onChange={() => undefined}
      />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Nothing has waited for approval')).toBeDefined();
}

test('where nothing has waited, who may set the sums is led to them', async () => {
  await openAs(['VIEW_ONLY', 'EDIT_SETTINGS']);
  const link = screen.getByRole('link', { name: 'Go to security settings' });
  expect(link.getAttribute('href')).toMatch(/^\/settings\/security/);
});

test('where nothing has waited, who may not set the sums is led nowhere', async () => {
  await openAs(['VIEW_ONLY']);
  expect(screen.queryByRole('link', { name: 'Go to security settings' })).toBeNull();
});
