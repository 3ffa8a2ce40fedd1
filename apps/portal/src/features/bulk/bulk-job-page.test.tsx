import { toPage } from '@volume/contract/lists/page.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { bulkItemSearch } from './bulk-filters.ts';
import { BulkJobPage } from './bulk-job-page.tsx';

beforeEach(() => putSettings());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const at = '2026-11-25T23:44:00.000';
const reason = 'A refund of this payment is already in progress.';
const job = {
  bulkJobId: 'j',
  applicationId: 'a',
  kind: 'REFUND',
  state: 'DONE',
  createdBy: 'maya@shop.example',
  createdAtUtc: at,
  startedAtUtc: at,
  endedAtUtc: at,
  endReason: null,
  rows: 1,
  groups: [{ state: 'EXCLUDED', reason, count: 1, totals: [{ currency: 'GBP', amount: 9.99 }] }],
};
const item = {
  place: 0,
  objectId: '01a1f96f-56c3-7389-a890-85953ec7e9cc',
  state: 'EXCLUDED',
  amount: 9.99,
  currency: 'GBP',
  reason,
  resultId: null,
  doneAtUtc: null,
};

test("shows why a row was left out, on a phone's card too", async () => {
  const items = toPage([item], { page: 0, size: 10, totalElements: 1 });
  const answerTo = (path: string) => (path.endsWith('/capabilities') ? [] : path.endsWith('/items') ? items : job);
  vi.stubGlobal('fetch', async (target: string) => new Response(JSON.stringify(answerTo(new URL(target).pathname))));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BulkJobPage
        scope={{ merchantId: 'm', applicationId: 'a' }}
        bulkJobId="j"
        search={bulkItemSearch.read({})}
        onChange={() => undefined}
      />
    </QueryClientProvider>,
  );
  // In its column, and below the id on a card.
  expect(await screen.findAllByText(reason)).toHaveLength(2);
});
