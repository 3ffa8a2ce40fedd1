import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Application } from '@volume/contract/merchants/merchants.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { parseSearch } from '#platform/search-text.ts';
import { clearSession, sessionKeys } from '#platform/session/session.ts';
import { RequestLogPage } from './request-log-page.tsx';
// Preloads the lazy code, so that a busy machine does not time out.
import '#lists/list-empty.tsx';

notifyManager.setScheduler(queueMicrotask);

const settings = {
  apiBaseUrl: 'http://localhost:4000/sandbox',
  automationHookUrl: 'http://localhost:4000/hook',
  signUpEmail: 'a@b.example',
  signUpPassword: '',
  monitoringClientToken: '',
  monitoringApplicationId: '',
};
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

let asked: URLSearchParams[];
let rows: object[];
let unstored: object[];

beforeEach(() => {
  localStorage.clear();
  clearSession();
  document.body.innerHTML = `<script type="application/json" id="settings">${JSON.stringify(settings)}</script>`;
  localStorage.setItem(sessionKeys.token, 'the-token');
  [asked, rows, unstored] = [[], [refused], []];
  vi.stubGlobal('fetch', async (target: string): Promise<Response> => {
    const { pathname, searchParams } = new URL(target);
    if (pathname.endsWith('/capabilities')) return new Response('[]');
    asked.push(searchParams);
    const page = toPage(rows, { page: 0, size: 10, totalElements: rows.length });
    return new Response(JSON.stringify({ ...page, unstored }));
  });
});
afterEach(() => {
  cleanup();
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
    expect(within(row).getByText(text)).toBeTruthy();
});

test('asks for the filters and the order of the address', async () => {
  show({ search: 'refunds', status: ['4xx', '5xx'], method: ['POST'], code: ['KEY_LIMIT'], sort: 'duration-desc' });
  await screen.findByText('ABOVE_REFUNDABLE');
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

test('says on which days there were more calls than are stored', async () => {
  unstored = [{ day: '2026-03-01', count: 1204 }];
  show();
  expect(await screen.findByText(/Not listed on 1 Mar 2026 \(UTC\): 1,204\./)).toBeTruthy();
});

test('tells a list without calls from filters that match none', async () => {
  rows = [];
  show();
  expect(await screen.findByText('No calls in the last 30 days')).toBeTruthy();
  cleanup();
  show({ status: ['5xx'] });
  expect(await screen.findByText('No calls match these filters')).toBeTruthy();
});
