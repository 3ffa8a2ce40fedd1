import { cleanup, render, screen } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { sessionKeys } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { OverviewPage } from './overview-page.tsx';

beforeEach(() => putSettings());
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('a person without a role sees no balances, and none are asked for', () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (target: string) => {
    asked.push(target);
    return new Promise(() => undefined);
  });
  const claims = { jti: 'j', iat: 1, sub: 's', iss: 'i', userAccountId: 'u', exp: Date.now() / 1000 + 3600 };
  const token = btoa(JSON.stringify({ ...claims, merchantId: 'm', authorities: [] }));
  localStorage.setItem(sessionKeys.token, `e30.${token}.signature`);
  localStorage.setItem(sessionKeys.email, 'maya@shop.example');
  const scope = { merchantId: 'm', applicationId: 'a' };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <OverviewPage look={{}} today="2026-11-21" whose={scope} scope={scope} onLook={() => undefined} />
    </QueryClientProvider>,
  );
  expect(screen.getByText('You don’t have permission to view payments')).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Balances' })).toBeNull();
  expect(asked).toEqual([]);
});
