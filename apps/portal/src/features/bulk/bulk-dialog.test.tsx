import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { NewBulkJob } from '@volume/contract/bulk/bulk.ts';
import { toPage } from '@volume/contract/lists/page.ts';
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
const item = (place: number, own: object = {}) => ({
  place,
  objectId: `018cc778-5000-7fb8-ab33-${String(place).padStart(12, '0')}`,
  state: 'PLANNED',
  amount: 24.99,
  currency: 'GBP',
  reason: null,
  resultId: null,
  doneAtUtc: null,
  name: `Payer ${place}`,
  reference: `ORDER-${place}`,
  ...own,
});

interface Server {
  /** Answers a dry run. */
  check: () => object | Promise<object>;
  rows?: (bulkJobId: string, query: URLSearchParams) => object[];
  start?: (init: RequestInit) => Response;
}
const bulk = 'POST merchants/{}/applications/{}/bulk-jobs';

/** The server's calls of bulk jobs; returns the starts that it has received. */
function serve({ check, rows = () => [], start }: Server, capabilities = [bulk, `${bulk}/{}/start refundReason`]) {
  const starts: unknown[] = [];
  vi.stubGlobal('fetch', async (target: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(target);
    if (pathname.endsWith('/capabilities')) return Response.json(capabilities);
    if (pathname.endsWith('/items')) {
      const all = rows(pathname.split('/').at(-2) ?? '', searchParams);
      const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('size'))];
      const own = all.filter((row) => searchParams.get('state') === (row as { state: string }).state);
      return Response.json(
        toPage(own.slice(page * size, (page + 1) * size), { page, size, totalElements: own.length }),
      );
    }
    if (pathname.endsWith('/bulk-jobs')) return Response.json(await check(), { status: 201 });
    if (!pathname.endsWith('/start')) return new Response(null, { status: 404 });
    starts.push(typeof init.body === 'string' ? JSON.parse(init.body) : init.body);
    return start?.(init) ?? Response.json({ ...dryRun('job', 24.99), state: 'QUEUED' });
  });
  return starts;
}

function show(body: NewBulkJob) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BulkButton scope={{ merchantId: 'm', applicationId: 'a' }} body={body}>
        {body.kind === 'REFUND' ? 'Refund…' : 'Resend…'}
      </BulkButton>
    </QueryClientProvider>,
  );
}
const refund = { kind: 'REFUND', ids: ['018cc778-5000-7fb8-ab33-000000000001'] } satisfies NewBulkJob;
const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Refund…' }));

test('checks the rows again each time it opens and offers only the result of the last check', async () => {
  const checks: ((answer: object) => void)[] = [];
  serve({ check: () => new Promise<object>((resolve) => checks.push(resolve)) });
  show(refund);
  await open();
  await waitFor(() => expect(checks).toHaveLength(1));
  checks[0]?.(dryRun('first', 24.99));
  await screen.findByRole('button', { name: /24\.99/ });
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await open();
  await waitFor(() => expect(checks).toHaveLength(2));
  expect(screen.queryByRole('button', { name: /24\.99/ })).toBeNull();
  checks[1]?.(dryRun('second', 10));
  await screen.findByRole('button', { name: 'Refund 1 payment, £10.00' });
});

test('reports a payment that was refunded in another tab when the user comes back to this one', async () => {
  const reason = 'This payment is already refunded in full.';
  let isRefunded = false;
  const excluded = [{ state: 'EXCLUDED', reason, count: 1, totals: [{ currency: 'GBP', amount: 0 }] }];
  serve({
    check: () => (isRefunded ? { ...dryRun('second', 0), groups: excluded } : dryRun('first', 24.99)),
    rows: (id) => [id === 'first' ? item(1) : item(1, { state: 'EXCLUDED', amount: 0, reason })],
  });
  show(refund);
  await open();
  await screen.findByRole('button', { name: 'Refund 1 payment, £24.99' });
  await screen.findByText('Payer 1');
  isRefunded = true;
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await screen.findByText(reason);
  const button = screen.getByRole('button', { name: 'Refund 0 payments' });
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'None of these can be refunded',
  );
  await userEvent.click(screen.getByText('Show the 1 row left out'));
  await screen.findByText('Payer 1');
});

test('lists payer, reference and amount of every payment, a hundred at a time', async () => {
  serve({
    check: () => ({
      ...dryRun('job', 0),
      rows: 230,
      groups: [{ state: 'PLANNED', reason: null, count: 230, totals: [] }],
    }),
    rows: () => Array.from({ length: 230 }, (_, place) => item(place)),
  });
  show(refund);
  await open();
  const list = within(await screen.findByRole('group', { name: 'Payments to refund' }));
  expect(list.getAllByRole('listitem')).toHaveLength(100);
  expect(list.getAllByRole('listitem')[7]?.textContent).toBe('Payer 7ORDER-7£24.99');
  await userEvent.click(list.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(200));
  await userEvent.click(list.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(230));
  expect(list.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('sends one reason for all, and keeps the payments visible while it asks for the password', async () => {
  const refusal = { statusCode: 403, statusName: 'STEP_UP_REQUIRED', errorMessage: 'Who are you?', source: 'VOLUME' };
  const starts = serve({
    check: () => dryRun('job', 24.99),
    rows: () => [item(1)],
    start: () => Response.json(refusal, { status: 403 }),
  });
  show(refund);
  await open();
  await userEvent.type(await screen.findByLabelText('Reference'), 'RETURN 222');
  await userEvent.selectOptions(screen.getByLabelText('Reason'), 'Not delivered');
  await userEvent.click(await screen.findByRole('button', { name: 'Refund 1 payment, £24.99' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Reference' })).toBeNull());
  expect(starts).toEqual([
    { refundPaymentReference: 'RETURN 222', refundReason: 'NOT_DELIVERED', refundReasonNote: null },
  ]);
  const dialog = within(screen.getByRole('dialog'));
  dialog.getByRole('group', { name: 'Payments to refund' });
  for (const fact of ['Payer 1', 'ORDER-1', 'RETURN 222']) dialog.getByText(fact);
  expect(dialog.getAllByText('Not delivered').map(({ tagName }) => tagName)).toContain('DD');
});

test('refuses a reference that banks do not accept, at its field', async () => {
  const starts = serve({ check: () => dryRun('job', 24.99), rows: () => [item(1)] });
  show(refund);
  await open();
  await userEvent.type(await screen.findByLabelText('Reference'), 'Rückgabe');
  await userEvent.click(await screen.findByRole('button', { name: 'Refund 1 payment, £24.99' }));
  await screen.findByText('Contains a character that banks do not accept.');
  expect(starts).toEqual([]);
});

test('asks for no reason when the server stores none', async () => {
  const starts = serve({ check: () => dryRun('job', 24.99), rows: () => [item(1)] }, [bulk]);
  show(refund);
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Refund 1 payment, £24.99' }));
  await screen.findByText('Started. You can leave this page; progress is under Bulk jobs.');
  expect([screen.queryByLabelText('Reason'), starts]).toEqual([null, [undefined]]);
});

test.each([
  [101, 'At most 100 events are sent again per minute, so this takes about 2 minutes.'],
  [10_000, 'At most 100 events are sent again per minute, so this takes about 100 minutes.'],
  [100, null],
])('resending %i events says how long it takes', async (count, words) => {
  serve({
    check: () => ({
      ...dryRun('job', 0),
      kind: 'RESEND',
      rows: count,
      groups: [{ state: 'PLANNED', reason: null, count, totals: [] }],
    }),
    rows: () => [item(1, { amount: null, currency: null, event: { kind: 'PAYMENT', status: 'COMPLETED' } })],
  });
  show({ kind: 'RESEND', deliveries: {} });
  await userEvent.click(await screen.findByRole('button', { name: 'Resend…' }));
  await screen.findByText(/will be sent again/);
  expect(screen.queryByText(/per minute/)?.textContent ?? null).toBe(words);
  const row = (await screen.findByText('Payer 1')).closest('li');
  expect(row?.textContent).toBe('Payer 1Payment completed ORDER-1');
});
