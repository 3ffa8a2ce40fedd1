import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show, stubApi } from '#features/merchants/testing/show.tsx';
import { idOf } from '#platform/testing/sample-merchant.ts';
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
const capabilities = ['GET merchants/{}/fees', 'GET merchants/{}/fees/export', 'GET merchants/{}/fees/document'];
const onMonth = vi.fn<(month: string) => void>();

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function showPage(body: unknown = statement, status = 200) {
  stubApi(() => ({ status, body }));
  show(
    <FeeStatementPage
      merchantId={idOf(1)}
      month="2026-10"
      breadcrumbs={[{ label: 'Fees' }]}
      hrefOf={(of) => `/list?${Object.values(of).join('&')}`}
      onMonth={onMonth}
    />,
    undefined,
    capabilities,
  );
}
const rowsOf = (currency: string) =>
  within(screen.getByRole('table', { name: `Fees in ${currency}` }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );

test('has a line for each rate, what was returned, and the rounded total of each currency', async () => {
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
