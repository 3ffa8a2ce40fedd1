import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Application } from '@volume/contract/merchants/merchants.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { parseSearch } from '#platform/search-text.ts';
import { clearSession, sessionKeys } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { addFilter } from '#lists/testing/add-filter.ts';
import { RequestLogPage } from './request-log-page.tsx';
// Preloads the lazy code, so that a busy machine does not time out.
import '#lists/list-empty.tsx';

notifyManager.setScheduler(queueMicrotask);

const application = {
  merchantId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b01',
  applicationId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b02',
} as Application;
const paymentId = '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b10';
const refused = {
  id: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b93',
  atUtc: '2026-03-01T10:00:00.000',
  key: 'PRIMARY',
  keyName: null,
  refusedKey: null,
  method: 'POST',
  path: `payments/${paymentId}/refunds`,
  query: '',
  status: 422,
  code: 'ABOVE_REFUNDABLE',
  errorMessage: 'Only £9.99 is refundable.',
  durationMs: 1044,
  address: '203.0.113.14',
  traceId: '32671492024f',
  headers: [{ name: 'idempotency-key', value: '0e9d1a7c-64f2-4f6b-b1d5-7a2f9c3e8b40' }],
  body: '{"refundPaymentAmount":12.5,"refundReasonNote":"…"}',
  objectIds: [paymentId],
};

const orders = {
  keyId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4c01',
  name: 'Order service',
  scopes: ['READ'],
  maskedValue: '••••••••c3d4',
  createdAtUtc: '2026-03-01T10:00:00.000',
  createdBy: 'ida@shop.example',
  updatedAtUtc: '2026-03-01T10:00:00.000',
  expiresAtUtc: null,
  allowedAddresses: [],
  moneyLimit: null,
  lastUsedAtUtc: null,
  lastUsedFrom: null,
};

let asked: URLSearchParams[];
let askedForKeys: number;
let exported: URLSearchParams[];
let rows: object[];
let unstored: object[];
let keysStatus: number;

beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  localStorage.setItem(sessionKeys.token, 'the-token');
  [asked, exported, rows, unstored] = [[], [], [refused], []];
  [askedForKeys, keysStatus] = [0, 200];
  vi.stubGlobal('fetch', async (target: string): Promise<Response> => {
    const { pathname, searchParams } = new URL(target);
    if (pathname.endsWith('/capabilities')) return Response.json(['GET merchants/{}/applications/{}/requests/export']);
    if (pathname.endsWith('/keys')) {
      askedForKeys += 1;
      return Response.json(keysStatus === 200 ? [orders] : {}, { status: keysStatus });
    }
    if (pathname.endsWith('/export')) {
      exported.push(searchParams);
      return new Response('id\r\n1\r\n');
    }
    asked.push(searchParams);
    const page = toPage(rows, { page: 0, size: 10, totalElements: rows.length });
    return new Response(JSON.stringify({ ...page, unstored }));
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Page({ given }: { given: Record<string, unknown> }) {
  const [search, setSearch] = useState<Record<string, unknown>>(given);
  const go = (href: string) => setSearch(parseSearch(new URL(href, 'https://portal.example').search));
  return <RequestLogPage application={application} given={search} onGo={go} />;
}
const show = (given: Record<string, unknown> = {}) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Page given={given} />
    </QueryClientProvider>,
  );

test('lists each call with its status, code and duration', async () => {
  show();
  const row = await screen.findByRole('row', { name: /refunds/ });
  for (const text of ['POST', '422', 'ABOVE_REFUNDABLE', '1,044 ms', '203.0.113.14'])
    expect(within(row).getAllByText(text)).not.toHaveLength(0);
});

test('leaves out of a path what the calls of an application have in common, so that its end is in sight', async () => {
  const path = `merchants/${application.merchantId}/applications/${application.applicationId}/events`;
  rows = [{ ...refused, path, query: `after=${paymentId}` }];
  show();
  const call = await screen.findByText(/events/);
  expect(call.textContent).toBe('POST …/events?after=018f2c5e…4b10');
  expect(screen.getByTitle(`/${path}?after=${paymentId}`).textContent).toBe(call.textContent);
});

test('requests the filters and the order of the address', async () => {
  show({ search: 'refunds', status: ['4xx', '5xx'], method: ['POST'], code: ['KEY_LIMIT'], sort: 'duration-desc' });
  await screen.findAllByText('ABOVE_REFUNDABLE');
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    search: 'refunds',
    status: '4xx,5xx',
    method: 'POST',
    code: 'KEY_LIMIT',
    sort: 'durationMs,desc',
    page: '0',
    size: '10',
  });
});

test('shows why a call was refused, the curl that repeats it, and what has to be filled in', async () => {
  show({ request: refused.id });
  const sheet = await screen.findByRole('dialog', { name: 'Call with a key' });
  expect(within(sheet).getByText('Only £9.99 is refundable.')).toBeTruthy();
  const { textContent: command } = within(sheet).getByRole('region', { name: 'Command' });
  expect(command).toContain(`curl -X POST 'http://localhost:4000/sandbox/api/payments/${paymentId}/refunds'`);
  expect(command).toContain('-H "x-application-secret: $APPLICATION_SECRET"');
  expect(within(sheet).getByText(/keys are never stored\. Replace each … yourself/)).toBeTruthy();
  expect(within(sheet).getByText(/nothing is done twice/)).toBeTruthy();
  expect(within(sheet).getByRole('link', { name: 'Open the payment' }).getAttribute('href')).toContain(paymentId);
  await userEvent.click(within(sheet).getByRole('button', { name: /close/i }));
  expect(screen.queryByRole('link', { name: 'Open the payment' })).toBeNull();
});

test.each([
  [null, 'Not accepted'],
  [{ key: 'PRIMARY', name: null, ended: 'RESET' }, 'Primary keyReset on 28 Feb 2026, 09:30 UTC'],
  [{ key: orders.keyId, name: 'Laptop', ended: 'REVOKED' }, 'LaptopRevoked on 28 Feb 2026, 09:30 UTC'],
  [{ key: orders.keyId, name: 'Laptop', ended: null }, 'LaptopNot accepted'],
])('names the key of a call that no key was accepted for, when it is known: %o', async (refusedKey, title) => {
  const ending = refusedKey && { endedAtUtc: refusedKey.ended && '2026-02-28T09:30:00.000' };
  rows = [{ ...refused, key: null, refusedKey: refusedKey && { ...refusedKey, ...ending } }];
  show({ request: refused.id });
  const sheet = await screen.findByRole('dialog', { name: 'Call with a key' });
  const { nextElementSibling: fact } = within(sheet).getByText('Key');
  expect(fact?.textContent.replace('All calls without an accepted key', '')).toBe(title);
});

test('shows the code of a refused call on a phone too, next to the status', async () => {
  show();
  const row = await screen.findByRole('row', { name: /refunds/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .find((cell) => cell.dataset['card'] === 'state')?.textContent,
  ).toContain('ABOVE_REFUNDABLE');
});

test('says on which days there were more calls than are stored', async () => {
  unstored = [{ day: '2026-03-01', count: 1204 }];
  show();
  expect(await screen.findByText(/Not listed on 1 Mar 2026 \(UTC\): 1,204\./)).toBeTruthy();
});

test('distinguishes a list without calls from filters that match none', async () => {
  rows = [];
  show();
  expect(await screen.findByText('No calls in the last 30 days')).toBeTruthy();
  cleanup();
  show({ status: ['5xx'] });
  expect(await screen.findByText('No calls match these filters')).toBeTruthy();
});

test.each([
  [{}, 'No calls in the last 30 days'],
  [{ status: ['5xx'] }, 'No calls match these filters'],
])('says that rows arrived, and no longer that there are none, in an empty list with %o', async (given, title) => {
  rows = [];
  show(given);
  expect(await screen.findByText(title)).toBeTruthy();
  rows = [refused];
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByRole('button', { name: 'Show them' })).toBeTruthy();
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
    expect.stringMatching(/^1 new call since /),
  );
  expect(screen.queryByText(title)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show them' }));
  expect(await screen.findByRole('row', { name: /refunds/ })).toBeTruthy();
  expect(screen.queryByText(/new call/)).toBeNull();
});

test('finds the calls of chosen keys, and fetches the named keys when the filter opens', async () => {
  show();
  await screen.findAllByText('ABOVE_REFUNDABLE');
  expect(askedForKeys).toBe(0);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy());
  await addFilter('Key');
  const choices = await screen.findByRole('group', { name: 'Key' });
  await within(choices).findByRole('checkbox', { name: 'Order service' });
  expect(
    within(choices)
      .getAllByRole('checkbox')
      .map((each) => each.closest('label')?.textContent),
  ).toEqual(['Primary key', 'Secondary key', 'Order service', 'Not accepted']);
  await userEvent.click(within(choices).getByRole('checkbox', { name: 'Order service' }));
  await waitFor(() => expect(asked.at(-1)?.get('key')).toBe(orders.keyId));
  expect(await screen.findByRole('button', { name: 'Key Order service' })).toBeTruthy();
  await userEvent.click(within(choices).getByRole('checkbox', { name: 'Not accepted' }));
  await waitFor(() => expect(asked.at(-1)?.get('key')).toBe(`${orders.keyId},NOT_ACCEPTED`));
  expect(screen.getByRole('button', { name: 'Key 2 keys' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Key filter' }));
  // The rows without the filter are cached, so that they may not be requested again.
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Key / })).toBeNull());
});

test('names a revoked key in the address, and ignores an unknown one', async () => {
  rows = [];
  show({ key: ['018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4c99', 'SECONDARY', 'everything'] });
  expect(await screen.findByText('A key that was revoked, Secondary key')).toBeTruthy();
  expect(asked[0]?.get('key')).toBe('018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4c99,SECONDARY');
});

test('keeps the other keys, and retries, when the named keys cannot be read', async () => {
  keysStatus = 403;
  show();
  await screen.findAllByText('ABOVE_REFUNDABLE');
  await addFilter('Key');
  await screen.findByText('The named keys could not be read.');
  expect(screen.getByRole('checkbox', { name: 'Primary key' })).toBeTruthy();
  keysStatus = 200;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('checkbox', { name: 'Order service' })).toBeTruthy();
  expect(screen.queryByText('The named keys could not be read.')).toBeNull();
});

test('a call links to all calls with its key', async () => {
  show({ request: refused.id });
  const sheet = await screen.findByRole('dialog', { name: 'Call with a key' });
  const link = await within(sheet).findByRole('link', { name: 'All calls with this key' });
  expect(new URL(link.getAttribute('href') ?? '', 'https://portal.example').searchParams.get('key')).toBe('PRIMARY');
});

test('exports the calls of the filters in the order of time', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:0', revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  show({ status: ['4xx'], key: ['PRIMARY'], sort: 'duration-desc' });
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  await waitFor(() => expect(exported).toHaveLength(1));
  expect(Object.fromEntries(exported[0] ?? [])).toMatchObject({ status: '4xx', key: 'PRIMARY', sort: 'at,desc' });
});
