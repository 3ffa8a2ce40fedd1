import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearSession } from '#platform/session/session.ts';
import { wirePage, wirePayIn } from './testing/sample-pay-in.ts';
// Loads the lazy modules before the tests, because a busy machine may be slow to compile them.
import { List, show } from './testing/show.tsx';
import { stubApi } from './testing/stub-api.ts';

beforeEach(() => {
  localStorage.clear();
  clearSession();
  stubApi(() => ({ body: wirePage([wirePayIn()]) }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const views = () => within(screen.getByRole('navigation', { name: 'Views' }));
const nameIt = async (name: string) => {
  const field = await screen.findByLabelText('View name');
  await userEvent.clear(field);
  await userEvent.paste(name);
  await userEvent.keyboard('{Enter}');
};

const given = { currencies: 'EUR', heldFilter: 'NOT_HELD', page: '2', rows: '25' };
/** This token has no known user, so views are stored without a user id. */
const store = (...names: string[]) =>
  localStorage.setItem(
    'v_pay_in_views_v1..all',
    JSON.stringify(names.map((name) => ({ name, search: '?currencies=EUR&heldFilter=NOT_HELD' }))),
  );

test('saves a view as its filters; keeps the rows per page and drops the page', async () => {
  show(<List given={given} />);
  await userEvent.click(await screen.findByText('Save as view'));
  await nameIt('Euro');
  const own = await screen.findByRole('link', { name: 'Euro' });
  expect(own.getAttribute('aria-current')).toBe('page');
  expect(own.getAttribute('href')).toBe(
    '/payments/payin?currencies=EUR&heldFilter=NOT_HELD&rows=25&columns=status.amount.payer.reference.order.type.risk.created',
  );
  expect(views().getByRole('link', { name: 'High risk' }).getAttribute('href')).toBe(
    '/payments/payin?riskCategory=HIGH&rows=25',
  );
});

test('refuses to save a view under an existing name', async () => {
  show(<List given={given} />);
  await userEvent.click(await screen.findByText('Save as view'));
  await nameIt('held');
  await screen.findByText('A view with this name already exists');
  expect(localStorage.getItem('v_pay_in_views_v1..all')).toBeNull();
});

test('renames a view', async () => {
  store('Euro');
  show(<List given={given} />);
  await userEvent.click(await screen.findByLabelText('View Euro'));
  await userEvent.click(await screen.findByText('Rename…'));
  await nameIt('Mine');
  expect((await screen.findByRole('link', { name: 'Mine' })).getAttribute('aria-current')).toBe('page');
  expect(screen.queryByText('Euro')).toBeNull();
});

test('deletes a view, after which its filters can be saved again', async () => {
  store('Euro');
  show(<List given={given} />);
  await userEvent.click(await screen.findByLabelText('View Euro'));
  await userEvent.click(await screen.findByText('Delete'));
  await waitFor(() => expect(views().queryByRole('link', { name: 'Euro' })).toBeNull());
  await screen.findByRole('button', { name: 'Save as view' });
});

const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent.replace(/, .*/, ''));

test('offers the columns that can be moved, and hides one', async () => {
  show(<List />);
  await userEvent.click(await screen.findByText('Columns'));
  const offered = within(await screen.findByRole('list', { name: 'Columns' })).getAllByRole<HTMLInputElement>(
    'checkbox',
  );
  const names = offered.map((box) => `${box.closest('label')?.textContent}${box.disabled ? ' (disabled)' : ''}`);
  expect(names.map((name) => name.replace(', not on phones', ''))).toEqual([
    'Amount, always shown (disabled)',
    'Payer',
    'Reference',
    'Order',
    'Type',
    'Risk',
    'Created',
  ]);
  await userEvent.click(screen.getByRole('checkbox', { name: /^Risk/ }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Risk' })).toBeNull());
  expect(screen.queryByRole('columnheader', { name: 'Order' })).not.toBeNull();
});

test('moves a column, keeps the order in this browser and goes back to the default order', async () => {
  show(<List />);
  await userEvent.click(await screen.findByText('Columns'));
  await userEvent.click(await screen.findByRole('button', { name: 'Move Risk up' }));
  const moved = ['Status', 'Amount', 'Payer', 'Reference', 'Order', 'Risk', 'Type', 'Created', 'Actions'];
  expect(headers()).toEqual(moved);
  cleanup();
  show(<List />);
  await userEvent.click(await screen.findByText('Columns'));
  expect(headers()).toEqual(moved);
  await userEvent.click(await screen.findByRole('button', { name: 'Reset to default' }));
  expect(headers().slice(5, 7)).toEqual(['Type', 'Risk']);
  expect(localStorage.getItem('v_pay_in_columns_v1..all')).toBe('');
});

test('shows the columns of the open view; changing one changes the address and not the columns of this browser', async () => {
  localStorage.setItem(
    'v_pay_in_views_v1..all',
    JSON.stringify([{ name: 'By risk', search: '', columns: 'status.risk.amount' }]),
  );
  localStorage.setItem('v_pay_in_columns_v1..all', 'payer');
  show(<List given={{ columns: 'status.risk.amount' }} />);
  const view = () => screen.getByRole('link', { name: 'By risk' });
  expect((await screen.findByRole('link', { name: 'By risk' })).getAttribute('aria-current')).toBe('page');
  expect(headers()).toEqual(['Status', 'Risk', 'Amount', 'Actions']);
  await userEvent.click(await screen.findByText('Columns'));
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Payer/ }));
  expect(headers()).toEqual(['Status', 'Risk', 'Amount', 'Payer', 'Actions']);
  expect(view().getAttribute('aria-current')).toBeNull();
  expect(localStorage.getItem('v_pay_in_columns_v1..all')).toBe('payer');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(view().getAttribute('aria-current')).toBe('page');
  expect(view().getAttribute('href')).toBe('/payments/payin?columns=status.risk.amount.payer');
});
