import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { sessionKeys } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { BulkButton } from './bulk-button.tsx';

beforeEach(() => {
  putSettings();
  localStorage.setItem(sessionKeys.token, 'the-token');
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const at = '2026-11-25T23:44:00.000';
const dryRun = (bulkJobId: string, amount: number) => ({
  bulkJobId,
  applicationId: 'a',
  kind: 'REFUND',
  state: 'PREPARED',
  createdBy: 'maya@shop.example',
  createdAtUtc: at,
  startedAtUtc: null,
  endedAtUtc: null,
  endReason: null,
  rows: 1,
  groups: [{ state: 'PLANNED', reason: null, count: 1, totals: [{ currency: 'GBP', amount }] }],
});

test('checks the rows again each time it opens and offers only the result of the last check', async () => {
  const checks: ((answer: object) => void)[] = [];
  vi.stubGlobal('fetch', (target: string) => {
    const { pathname } = new URL(target);
    if (pathname.endsWith('/capabilities')) {
      return Promise.resolve(Response.json(['POST merchants/{}/applications/{}/bulk-jobs']));
    }
    return new Promise<Response>((resolve) => {
      checks.push((answer) => resolve(Response.json(answer, { status: 201 })));
    });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BulkButton
        scope={{ merchantId: 'm', applicationId: 'a' }}
        body={{ kind: 'REFUND', ids: ['018cc778-5000-7fb8-ab33-000000000001'] }}
      >
        Refund…
      </BulkButton>
    </QueryClientProvider>,
  );
  const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Refund…' }));
  await open();
  await waitFor(() => expect(checks).toHaveLength(1));
  checks[0]?.(dryRun('first', 24.99));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await open();
  await waitFor(() => expect(checks).toHaveLength(2));
  expect(screen.queryByRole('button', { name: /24\.99/ })).toBeNull();
  checks[1]?.(dryRun('second', 10));
  await screen.findByRole('button', { name: 'Refund 1 payment, £10.00' });
});

test.each([
  [101, 'At most 100 events are sent again per minute, so this takes about 2 minutes.'],
  [10_000, 'At most 100 events are sent again per minute, so this takes about 100 minutes.'],
  [100, null],
])('resending %i events says how long it takes', async (count, words) => {
  vi.stubGlobal('fetch', async (target: string) =>
    new URL(target).pathname.endsWith('/capabilities')
      ? Response.json(['POST merchants/{}/applications/{}/bulk-jobs'])
      : Response.json(
          {
            ...dryRun('job', 0),
            kind: 'RESEND',
            rows: count,
            groups: [{ state: 'PLANNED', reason: null, count, totals: [] }],
          },
          { status: 201 },
        ),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BulkButton scope={{ merchantId: 'm', applicationId: 'a' }} body={{ kind: 'RESEND', deliveries: {} }}>
        Resend…
      </BulkButton>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Resend…' }));
  await screen.findByText(/will be sent again/);
  expect(screen.queryByText(/per minute/)?.textContent ?? null).toBe(words);
});
