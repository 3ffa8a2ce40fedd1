import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearSession } from '#platform/session/session.ts';
import { wirePage, wirePayIn } from './testing/sample-pay-in.ts';
// What comes behind the first rows is loaded with the test, however busy the machine.
import '#design/overlay/panels/dialog-panel.tsx';
import '#design/overlay/panels/menu-panel.tsx';
import '#design/overlay/panels/popover-panel.tsx';
import { List, show } from './testing/show.tsx';
import { standAtEdge } from './testing/stand-at-edge.ts';

beforeEach(() => {
  localStorage.clear();
  clearSession();
  standAtEdge(() => ({ body: wirePage([wirePayIn()]) }));
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
/** Nobody is known by this token, so that views are stored for nobody. */
const store = (...names: string[]) =>
  localStorage.setItem(
    'v_pay_in_views_v1..all',
    JSON.stringify(names.map((name) => ({ name, search: '?currencies=EUR&heldFilter=NOT_HELD' }))),
  );

test('a view is saved as its filters alone; the rows a page stay, the page does not', async () => {
  show(<List given={given} />);
  await userEvent.click(await screen.findByText('+ Save view'));
  await nameIt('Euro');
  const own = await screen.findByText('Euro');
  expect(own.getAttribute('aria-current')).toBe('page');
  expect(own.getAttribute('href')).toBe('/payments/payin?currencies=EUR&heldFilter=NOT_HELD&rows=25');
  expect(views().getByRole('link', { name: 'High risk' }).getAttribute('href')).toBe(
    '/payments/payin?riskCategory=HIGH&rows=25',
  );
});

test('a view is not saved under the name of one that is there', async () => {
  show(<List given={given} />);
  await userEvent.click(await screen.findByText('+ Save view'));
  await nameIt('held');
  expect(await screen.findByText('A view with this name already exists')).toBeDefined();
});

test('a view is renamed', async () => {
  store('Euro');
  show(<List given={given} />);
  await userEvent.click(await screen.findByLabelText('View Euro'));
  await userEvent.click(await screen.findByText('Rename…'));
  await nameIt('Mine');
  expect((await screen.findByText('Mine')).getAttribute('aria-current')).toBe('page');
  expect(screen.queryByText('Euro')).toBeNull();
});

test('a view is deleted, and its filters can be saved again', async () => {
  store('Euro');
  show(<List given={given} />);
  await userEvent.click(await screen.findByLabelText('View Euro'));
  await userEvent.click(await screen.findByText('Delete'));
  await waitFor(() => expect(views().queryByRole('link', { name: 'Euro' })).toBeNull());
  expect(await screen.findByText('+ Save view')).toBeDefined();
});

test('the columns offered are those of the list that may be put away, and one put away is gone', async () => {
  show(<List />);
  await userEvent.click(await screen.findByText('Columns'));
  const offered = within(await screen.findByRole('group', { name: 'Columns' })).getAllByRole('checkbox');
  expect(offered.map((box) => box.closest('label')?.textContent)).toEqual([
    'Payer',
    'Reference',
    'Order',
    'Type',
    'Risk',
    'Created',
  ]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Risk' }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Risk' })).toBeNull());
  expect(screen.getByRole('columnheader', { name: 'Order' })).toBeDefined();
});
