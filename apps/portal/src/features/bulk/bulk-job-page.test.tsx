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

function show(given: object, items: object[]) {
  const page = toPage(items, { page: 0, size: 10, totalElements: items.length });
  const answerTo = (path: string) => (path.endsWith('/capabilities') ? [] : path.endsWith('/items') ? page : given);
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
}

test("shows why a row was left out, on a phone's card too; a row that the server does not name has its id", async () => {
  show(job, [item]);
  // In its column, and below the id on a card.
  expect(await screen.findAllByText(reason)).toHaveLength(2);
  screen.getByRole('link', { name: item.objectId });
});

test('names payers and payments, and shows the result, who started it and why', async () => {
  const started = { state: 'DONE', reason: null, count: 2, totals: [{ currency: 'GBP', amount: 19.98 }] };
  const refused = { state: 'FAILED', reason: 'The account is closed', count: 1, totals: [] };
  const details = { refundPaymentReference: 'RETURN 222', refundReason: 'NOT_DELIVERED', refundReasonNote: 'Lost van' };
  show({ ...job, ...details, createdByName: 'Maya Okafor', groups: [started, refused] }, [
    { ...item, state: 'DONE', reason: null, name: 'Priya R.', reference: 'ORDER-1', refundStatus: 'IN_PROGRESS' },
    { ...item, place: 1, state: 'DONE', reason: null, name: 'Ada S.', reference: 'ORDER-2', refundStatus: 'PROCESSED' },
    { ...item, place: 2, state: 'FAILED', reason: 'The account is closed', name: 'Jo B.', reference: 'ORDER-3' },
  ]);
  await screen.findByRole('heading', { name: '2 refunds started, £19.98' });
  screen.getByText('2 of 3 refunds started · 1 failed');
  for (const fact of ['Maya Okafor', 'RETURN 222', 'Not delivered', 'Lost van']) {
    screen.getByText(fact);
  }
  const rows = (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent);
  expect(rows.map((text) => text?.replace(/–/g, ''))).toEqual([
    expect.stringMatching(/^Priya R\..*ORDER-1.*£9\.99.*Refund started/),
    expect.stringMatching(/^Ada S\..*ORDER-2.*£9\.99.*Refunded/),
    expect.stringMatching(/^Jo B\..*ORDER-3.*£9\.99.*Failed.*The account is closed/),
  ]);
  expect(screen.getByRole('link', { name: 'Jo B.' }).getAttribute('href')).toContain(item.objectId);
  expect(document.body.textContent).not.toContain(item.objectId);
});
