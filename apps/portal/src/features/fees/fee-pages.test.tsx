import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toPage } from '@volume/contract/lists/page.ts';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { capabilitiesQuery } from '#platform/calls/capabilities.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { idOf } from '#platform/testing/sample-merchant.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { feesSearch } from './fee-search.ts';
import { FeesPage } from './fees-page.tsx';
import { FeeStatementPage } from './fee-statement-page.tsx';

const line = (percentage: number, from: string, to: string, exactFee: string) => ({
  percentage,
  from,
  to,
  count: 2,
  amount: 100.01,
  exactFee,
});
const statement = {
  merchantId: idOf(1),
  companyName: 'Northwind Ltd',
  month: '2026-10',
  isSoFar: false,
  underWay: 2,
  currencies: [
    {
      currency: 'GBP',
      count: 4,
      amount: 200.02,
      fee: 0.95,
      lines: [line(0.45, '2026-10-01', '2026-10-14', '0.450045'), line(0.5, '2026-10-15', '2026-10-31', '0.50005')],
      returned: { count: 1, amount: 45.55 },
    },
    { currency: 'EUR', count: 1, amount: 1234.5, fee: 6.17, lines: [], returned: { count: 0, amount: 0 } },
  ],
};
const capabilities = [
  'GET platform/fees/export',
  'GET merchants/{}/fees',
  'GET merchants/{}/fees/export',
  'GET merchants/{}/fees/document',
];
const onMonth = vi.fn<(month: string) => void>();

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const asked: string[] = [];

/** Shows a page to an administrator; every call is answered with the body. */
function show(page: ReactNode, body: unknown, { status = 200, calls = capabilities } = {}): void {
  putSettings();
  asked.length = 0;
  signIn({ adminId: 'a', authorities: ['VOLUME_ADMIN_READ'] });
  vi.stubGlobal('fetch', async (target: string) => {
    asked.push(new URL(target).search);
    return Response.json(body, { status });
  });
  const queryClient = createQueryClient();
  queryClient.setQueryData(capabilitiesQuery().queryKey, calls);
  render(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>);
}

const showPage = (body: unknown = statement, status = 200): void =>
  show(
    <FeeStatementPage
      merchantId={idOf(1)}
      month="2026-10"
      breadcrumbs={[{ label: 'Fees' }]}
      hrefOf={(of) => `/list?${Object.values(of).join('&')}`}
      onMonth={onMonth}
    />,
    body,
    { status },
  );

function Fees() {
  const [search, setSearch] = useState(() => feesSearch.read({ month: '2026-10' }));
  return (
    <FeesPage
      search={search}
      rowHref={({ merchantId }) => `/admin/fees/${merchantId}`}
      onChange={(change) => setSearch({ ...search, ...change })}
    />
  );
}
const row = { merchantId: idOf(1), companyName: 'Northwind Ltd', currency: 'GBP', count: 4, amount: 200.02, fee: 0.95 };

const rowsOf = (currency: string) =>
  within(screen.getByRole('table', { name: `Fees in ${currency}` }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );

test('has a line for each rate, the returned amount, and the rounded total of each currency', async () => {
  showPage();
  expect(await screen.findByRole('heading', { level: 1, name: 'Fees, October 2026' })).toBeTruthy();
  await screen.findByRole('table', { name: 'Fees in GBP' });
  expect(rowsOf('GBP')).toEqual([
    ['Pay-ins of £100.01', '1 Oct 2026 to 14 Oct 2026', '2', '0.45%', '£0.450045'],
    ['Pay-ins of £100.01', '15 Oct 2026 to 31 Oct 2026', '2', '0.5%', '£0.50005'],
    ['Returned to payers, £45.55', '1 Oct 2026 to 31 Oct 2026', '1', '', 'No fee'],
    ['Total', '1 Oct 2026 to 31 Oct 2026', '4', '', '£0.95'],
  ]);
  expect(rowsOf('EUR').at(-1)?.at(-1)).toBe('€6.17');
  expect(screen.getByText(/A refund gives no fee back/)).toBeTruthy();
  expect(screen.getByText(/^2 pay-ins of this month are still under way/)).toBeTruthy();
});

test('each line leads to the list of its pay-ins', async () => {
  showPage();
  await screen.findByRole('table', { name: 'Fees in GBP' });
  const links = within(screen.getByRole('table', { name: 'Fees in GBP' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/list?2026-10-01&2026-10-14&GBP&NOT_RETURNED',
    '/list?2026-10-15&2026-10-31&GBP&NOT_RETURNED',
    '/list?2026-10-01&2026-10-31&GBP&RETURNED',
    '/list?2026-10-01&2026-10-31&GBP&NOT_RETURNED',
  ]);
  expect(screen.getAllByRole('button', { name: /^Export the fees in/ })).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'PDF' })).toHaveLength(2);
});

test('a month that has not ended says so, and another month is chosen from a list', async () => {
  showPage({ ...statement, isSoFar: true, underWay: 0 });
  expect(await screen.findByRole('heading', { level: 1, name: 'Fees, October 2026 so far' })).toBeTruthy();
  expect(screen.getByText(/^The month has not ended\./)).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Month'), 'September 2026');
  expect(onMonth).toHaveBeenCalledWith('2026-09');
});

test('a month without pay-ins, and one that could not be loaded', async () => {
  showPage({ ...statement, currencies: [], underWay: 0 });
  expect(await screen.findByText('No fees for October 2026')).toBeTruthy();
  cleanup();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  showPage({ statusCode: 404, statusName: 'NOT_FOUND', errorMessage: 'This merchant was not found.' }, 404);
  expect(await screen.findByRole('button', { name: /Try again/i })).toBeTruthy();
});

test('administrators see the fees of all merchants with the sum of each currency, sorted and by month', async () => {
  const { merchantId: _, companyName: __, ...figures } = row;
  const rows = [row, { ...row, currency: 'EUR', fee: 1.5 }];
  const page = toPage(rows, { page: 0, size: 50, totalElements: 2 });
  show(<Fees />, { ...page, isSoFar: false, totals: [figures, { ...figures, currency: 'EUR', fee: 1.5 }] });
  expect((await screen.findByText('Fees in GBP')).nextElementSibling?.textContent).toBe('£0.954 pay-ins of £200.02');
  expect(screen.getByText('Fees in EUR').nextElementSibling?.textContent).toContain('€1.50');
  const link = await screen.findByRole('link', { name: 'Northwind Ltd, GBP' });
  expect(link.getAttribute('href')).toBe(`/admin/fees/${idOf(1)}`);
  await userEvent.click(screen.getByRole('button', { name: 'Fee' }));
  await userEvent.selectOptions(screen.getByLabelText('Month'), 'September 2026');
  await vi.waitFor(() => expect(asked.at(-1)).toContain('month=2026-09'));
  expect(asked.at(-1)).toContain('sort=fee%2Cdesc');
});

test('the sum of all fees can be explained, also the sum of found merchants', async () => {
  window.history.replaceState(null, '', '/admin/fees');
  const { merchantId: _, companyName: __, ...figures } = row;
  const body = { ...toPage([row], { page: 0, size: 50, totalElements: 1 }), isSoFar: false, totals: [figures] };
  show(<Fees />, body, { calls: [...capabilities, 'GET explain'] });
  const address = async () =>
    (await screen.findByRole('button', { name: 'Fees in GBP £0.95' })).getAttribute('href')?.split('&');
  const ofMonth = ['/admin/explain?figure=ALL_FEES', 'month=2026-10', 'currency=GBP'];
  expect(await address()).toEqual(ofMonth);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search merchants' }), 'north');
  await vi.waitFor(async () => expect(await address()).toEqual([...ofMonth, 'search=north']));
});

test('a month without fees says so', async () => {
  show(<Fees />, { ...toPage([], { page: 0, size: 50, totalElements: 0 }), isSoFar: false, totals: [] });
  expect(await screen.findByText('No fees for October 2026')).toBeTruthy();
});
