import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { RevenueChart } from './revenue-chart.tsx';

afterEach(cleanup);

const day = '2026-11-20';
const step = { period: { from: day, to: day }, amount: 12_50, count: 3, before: { amount: 9_00, count: 2 } };

test('the values of the bar under the pointer or focus are shown, and Escape hides them', async () => {
  render(<RevenueChart steps={[step]} unit="day" currency="GBP" today="2026-11-21" hrefOf={() => '/payments/payin'} />);
  const bar = screen.getByRole('link', { name: /£12\.50, 3 pay-ins; previous period: £9\.00$/ });
  await userEvent.hover(bar);
  expect(screen.getByText('Before: £9.00')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByText('Before: £9.00')).toBeNull();
  await userEvent.tab();
  expect(document.activeElement).toBe(bar);
  expect(screen.getByText('Before: £9.00')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByText('Before: £9.00')).toBeNull();
});
