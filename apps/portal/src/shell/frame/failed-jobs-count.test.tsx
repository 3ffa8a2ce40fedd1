import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { toPage } from '@volume/contract/lists/page.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import FailedJobsCount from './failed-jobs-count.tsx';

beforeEach(() => {
  localStorage.clear();
  signIn({ adminId: 'a', authorities: ['VOLUME_ADMIN'] });
  putSettings();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the number of dead jobs is fetched again after its call failed', async () => {
  vi.useFakeTimers();
  let fails = true;
  const at = '2026-03-01T06:00:00.000';
  const kinds = [{ kind: 'NOTICE_MAIL', dead: 2, retrying: 1, firstFailedAtUtc: at, lastFailedAtUtc: at }];
  vi.stubGlobal('fetch', async () =>
    fails
      ? new Response('{"statusCode":"500","errorMessage":null,"source":[]}', { status: 500 })
      : Response.json({ ...toPage([], { page: 0, size: 1, totalElements: 0 }), kinds }),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FailedJobsCount />
    </QueryClientProvider>,
  );
  await vi.advanceTimersByTimeAsync(10_000);
  fails = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(screen.getByText('2')).toBeDefined();
});
