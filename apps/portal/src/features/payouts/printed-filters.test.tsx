import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { payInList } from '#features/pay-ins/pay-in-list.tsx';
import PrintedFilters from '#lists/printed-filters.tsx';
import { payoutList } from './payout-list.tsx';

vi.setSystemTime('2026-11-21T10:00:00Z');

/** The text on paper, from the element that the print style sheet shows. */
function printed(element: React.ReactNode) {
  const { container } = render(element);
  return container.querySelector('p.printed')?.getAttribute('title');
}

test('the default range is printed with its dates', () => {
  expect(printed(<PrintedFilters list={payInList} search={payInList.search.read({})} />)).toBe(
    'Created: 22 Oct 2026 to 21 Nov 2026, UTC days',
  );
});

test('every filter is printed with its label, a search without dates', () => {
  const search = payInList.search.read({
    paymentStatuses: ['SETTLED', 'FAILED'],
    currencies: ['EUR'],
    amountFrom: '1000.00',
    from: '2026-01-01',
    to: '2026-01-31',
  });
  const text = printed(<PrintedFilters list={payInList} search={search} />);
  for (const part of [
    'Created: 1 Jan 2026 to 31 Jan 2026, UTC days',
    'Status: Failed, Settled',
    'Currency: EUR',
    'Amount: from 1,000.00',
  ]) {
    expect(text).toContain(part);
  }
  const found = payInList.search.read({ searchFilter: 'order 5', from: '2026-01-01' });
  expect(printed(<PrintedFilters list={payInList} search={found} />)).toMatch(
    /“order 5”.*Created: all dates \(search\)/,
  );
});

test('a list that always has one of two currencies prints which', () => {
  expect(printed(<PrintedFilters list={payoutList} search={payoutList.search.read({})} />)).toContain('Currency: GBP');
});
