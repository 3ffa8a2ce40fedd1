import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SavedView } from '@volume/contract/saved-views/saved-views.ts';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { List } from '#lists/list.ts';
import { defineSearch } from '#lists/list-search.ts';
import { readColumns } from '#lists/read-search.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { parseSearch, stringifySearch } from '#platform/search-text.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { ListViews } from './list-views.tsx';

notifyManager.setScheduler(queueMicrotask);

const path = 'merchants/{}/shared-views/{}';
const search = defineSearch({
  filters: [{ kind: 'choice', param: 'heldFilter', wire: 'held', label: 'Held', values: ['HELD', 'NOT_HELD'] }],
  readOther: (given) => ({ columns: readColumns(given['columns']) }),
});
type Search = ReturnType<typeof search.read>;
const columns = ['status', 'amount', 'payer', 'risk'].map((id, at) => ({
  id,
  header: id.toUpperCase(),
  ...(at < 2 && { isFixed: true }),
}));
const list = { storage: 'test', savedViews: 'pay-ins', search, columns } as unknown as List<object, Search>;
/** The columns that the user sees when the address has none. */
const usual = 'status.amount.payer.risk';
const sharedView: SavedView = {
  viewId: '01900000-0000-7000-8000-000000000001',
  name: 'Ours',
  search: '?heldFilter=HELD',
  sharedBy: 'isla@shop.example',
  sharedAtUtc: '2026-11-21T08:00:00.000',
  isOwn: false,
};
let capabilities: string[];
let shared: SavedView[];
let asked: string[];
let sent: unknown;
let versions: (string | null)[];
let refusal: string | undefined;

beforeEach(() => {
  putSettings();
  capabilities = [`GET ${path}`, `POST ${path}`, `PUT ${path}/{}`, `DELETE ${path}/{}`, 'if-match'];
  shared = [];
  asked = [];
  versions = [];
  refusal = undefined;
  signInWith(['VIEW_ONLY']);
  vi.stubGlobal('fetch', async (target: string, { method = 'GET', body, headers }: RequestInit) => {
    const name = new URL(target).pathname.replace('/sandbox/api/', '');
    if (name === 'capabilities') return new Response(JSON.stringify(capabilities));
    asked.push(`${method} ${name}`);
    if (method === 'PUT') versions.push(new Headers(headers).get('if-match'));
    sent = body === undefined ? undefined : JSON.parse(String(body));
    if (method === 'GET') return new Response(JSON.stringify(shared));
    if (refusal !== undefined) {
      const statusName = method === 'PUT' ? 'CHANGED_MEANWHILE' : 'CONFLICT';
      const error = { statusCode: 409, statusName, errorMessage: refusal, source: 'VOLUME', traceId: '0' };
      return new Response(JSON.stringify(error), { status: 409 });
    }
    if (method === 'DELETE') return new Response(null, { status: 204 });
    const view = { ...sharedView, ...(sent as object), isOwn: true };
    if (method === 'PUT') return new Response(JSON.stringify(view));
    return new Response(JSON.stringify(view), { status: 201 });
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function signInWith(authorities: string[]): void {
  signIn({ merchantId: 'm', authorities });
}

interface PageProps {
  address: string;
  isForAll: boolean;
}

/** The list with its address in state. */
function Page({ address, isForAll }: PageProps) {
  const [here, setHere] = useState(() => search.read(parseSearch(address)));
  return (
    <>
      <output aria-label="Address">{stringifySearch({ ...here })}</output>
      <ListViews
        list={list}
        given={[{ name: 'All', search: '' }]}
        search={here}
        context={{}}
        shown={here.columns ?? usual}
        onColumns={(ids) => setHere({ ...here, columns: ids })}
        hrefOf={(to) => `/list${stringifySearch({ ...to })}`}
        isForAll={isForAll}
      >
        {(save) => save}
      </ListViews>
    </>
  );
}

const show = (address: string, isForAll = false) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Page {...{ address, isForAll }} />
    </QueryClientProvider>,
  );
const address = () => screen.getByLabelText('Address').textContent;
const current = () => screen.queryAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent);

const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
const remember = (views: readonly object[]) => localStorage.setItem('v_test_views_v1.u.m', JSON.stringify(views));
const openMenu = (name: string) => userEvent.click(screen.getByRole('button', { name: `View ${name}` }));

test("shows the team's views after the user's own with their owner, and a view that is both only once", async () => {
  remember([
    { name: 'Mine', search: '?heldFilter=NOT_HELD' },
    { name: 'Mine too', search: '?heldFilter=HELD' },
  ]);
  shared = [sharedView];
  show('');
  await waitFor(() => expect(links()).toEqual(['All', 'Mine', 'Ours Shared by isla@shop.example']));
  expect(screen.getByRole('link', { name: /Ours/ }).getAttribute('href')).toBe('/list?heldFilter=HELD');
});

test('leaves out views that are built in or whose filters this build does not support', async () => {
  shared = [
    { ...sharedView, search: '?heldFilter=__proto__' },
    { ...sharedView, search: '?later=1' },
  ];
  show('');
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(links()).toEqual(['All']);
});

test('shows the cached views until they have loaded, without trusting the cache', async () => {
  localStorage.setItem('v_test_team_views_v1.u.m', JSON.stringify([sharedView]));
  show('');
  expect(links()).toEqual(['All', 'Ours Shared by isla@shop.example']);
  await waitFor(() => expect(links()).toEqual(['All']));
  cleanup();
  localStorage.setItem('v_test_team_views_v1.u.m', '[{"name":1}]');
  shared = [sharedView];
  show('');
  expect(links()).toEqual(['All']);
  await waitFor(() => expect(links()).toEqual(['All', 'Ours Shared by isla@shop.example']));
});

test.each([
  ['a provider without these endpoints', () => (capabilities = []), false],
  ['a list over all merchants', () => undefined, true],
])('neither requests nor offers shared views for %s', async (_, change, isForAll) => {
  change();
  show('?heldFilter=HELD', isForAll);
  await userEvent.click(screen.getByRole('button', { name: 'Save as view' }));
  await screen.findByLabelText('View name');
  expect(screen.queryByLabelText('Share with the team')).toBeNull();
  expect(asked).toEqual([]);
});

test('saves a view for the team once, and not in the browser', async () => {
  show('?heldFilter=HELD');
  await userEvent.click(screen.getByRole('button', { name: 'Save as view' }));
  await userEvent.type(await screen.findByLabelText('View name'), ' Ours ');
  await userEvent.click(screen.getByLabelText('Share with the team'));
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }));
  await waitFor(() => expect(links()).toEqual(['All', 'Ours Shared by you']));
  expect(asked).toEqual(['GET merchants/m/shared-views/pay-ins', 'POST merchants/m/shared-views/pay-ins']);
  expect(localStorage.getItem('v_test_views_v1.u.m')).toBeNull();
});

test('shows who already uses the name, and keeps what was typed', async () => {
  refusal = 'Your team already has a view called Ours, shared by isla@shop.example.';
  show('?heldFilter=HELD');
  await userEvent.click(screen.getByRole('button', { name: 'Save as view' }));
  await userEvent.type(await screen.findByLabelText('View name'), 'Ours');
  await userEvent.click(screen.getByLabelText('Share with the team'));
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }));
  await screen.findByText(refusal);
  expect(screen.getByLabelText<HTMLInputElement>('View name').value).toBe('Ours');
});

test('the menu of the open view comes right after it, before the views of the team', async () => {
  remember([{ name: 'Mine', search: '?heldFilter=NOT_HELD' }]);
  shared = [sharedView];
  show('?heldFilter=NOT_HELD');
  const ours = await screen.findByRole('link', { name: /^Ours/ });
  const menu = screen.getByRole('button', { name: 'View Mine' });
  expect(menu.compareDocumentPosition(ours)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("shares the user's own view from its menu, and keeps it when that is refused", async () => {
  remember([{ name: 'Mine', search: '?heldFilter=HELD' }]);
  refusal = 'Your team already shares 20 views of this list. Delete one first.';
  show('?heldFilter=HELD');
  await screen.findByRole('link', { name: 'Mine' });
  await openMenu('Mine');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Share with the team…' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Share view' }));
  expect(screen.getByRole('dialog').textContent).toContain('Share the view “Mine” with your team?');
  await screen.findByText(refusal);
  refusal = undefined;
  await userEvent.click(screen.getByRole('button', { name: 'Share view' }));
  await waitFor(() => expect(localStorage.getItem('v_test_views_v1.u.m')).toBe('[]'));
  await screen.findByRole('link', { name: 'Mine Shared by you' });
});

test.each([
  ['another user’s view, except to a read-only user', ['VIEW_ONLY'], false, true],
  ['the user’s own view', ['VIEW_ONLY'], true, false],
  ['another user’s view to a user who can change settings', ['EDIT_SETTINGS'], false, false],
])('deleting %s', async (_, authorities, isOwn, isRefused) => {
  signInWith(authorities);
  shared = [{ ...sharedView, isOwn }];
  show('?heldFilter=HELD');
  await screen.findByRole('button', { name: 'View Ours' });
  await openMenu('Ours');
  const item = await screen.findByRole('menuitem', { name: /^Delete…/ });
  expect(item.getAttribute('aria-disabled') === 'true').toBe(isRefused);
  if (isRefused) return expect(item.textContent).toContain('Only they or someone');
  await userEvent.click(item);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete view' }));
  await waitFor(() => expect(links()).toEqual(['All']));
  expect(asked.at(-1)).toBe(`DELETE merchants/m/shared-views/pay-ins/${sharedView.viewId}`);
});

const byRisk = '?heldFilter=HELD&columns=status.risk.amount';

test('a view is open when the filters and the columns of the address are its own; its link has both', async () => {
  remember([{ name: 'Mine', search: '?heldFilter=HELD' }]);
  shared = [{ ...sharedView, columns: ['status', 'risk', 'amount'] }];
  show(byRisk);
  await waitFor(() => expect(current()).toEqual(['Ours Shared by isla@shop.example']));
  expect(screen.getByRole('link', { name: /Ours/ }).getAttribute('href')).toBe(`/list${byRisk}`);
  expect(screen.getByRole('link', { name: 'Mine' }).getAttribute('href')).toBe('/list?heldFilter=HELD');
  expect(screen.queryByRole('button', { name: 'Save as view' })).toBeNull();
});

test('a new view keeps the shown columns, in this browser and for the team', async () => {
  show('?heldFilter=HELD');
  await userEvent.click(screen.getByRole('button', { name: 'Save as view' }));
  await userEvent.type(await screen.findByLabelText('View name'), 'Mine{Enter}');
  await waitFor(() => expect(current()).toEqual(['Mine']));
  expect(address()).toBe('?heldFilter=HELD&columns=status.amount.payer.risk');
  await openMenu('Mine');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Share with the team…' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Share view' }));
  await waitFor(() => expect(current()).toEqual(['Mine Shared by you']));
  expect(sent).toEqual({ name: 'Mine', search: '?heldFilter=HELD', columns: usual.split('.') });
});

test('an API whose views have no columns receives none, and the view shows the columns of each user', async () => {
  capabilities = capabilities.filter((each) => !each.startsWith('PUT'));
  show(byRisk);
  await userEvent.click(screen.getByRole('button', { name: 'Save as view' }));
  await userEvent.type(await screen.findByLabelText('View name'), 'Ours');
  await userEvent.click(screen.getByLabelText('Share with the team'));
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }));
  await waitFor(() => expect(current()).toEqual(['Ours Shared by you']));
  expect(sent).toEqual({ name: 'Ours', search: '?heldFilter=HELD' });
  expect(address()).toBe('?heldFilter=HELD');
});

test('columns change for the team only after a question, which shows both', async () => {
  signInWith(['EDIT_SETTINGS']);
  shared = [{ ...sharedView, columns: ['status', 'amount', 'payer'], version: '"1"' }];
  show(byRisk);
  await userEvent.click(await screen.findByRole('button', { name: 'Save changes' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'STATUS, AMOUNT, PAYER',
    'STATUS, RISK, AMOUNT',
  ]);
  expect(asked.some((each) => each.startsWith('PUT'))).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Save for everyone' }));
  await waitFor(() => expect(current()).toEqual(['Ours Shared by you']));
  expect(sent).toEqual({ columns: ['status', 'risk', 'amount'] });
});

test('a change that another user has made first is shown before it is replaced', async () => {
  signInWith(['EDIT_SETTINGS']);
  shared = [{ ...sharedView, columns: ['status', 'amount'], version: '"1"' }];
  show(byRisk);
  await userEvent.click(await screen.findByRole('button', { name: 'Save changes' }));
  const dialog = within(await screen.findByRole('dialog'));
  shared = [{ ...sharedView, columns: ['status', 'amount', 'payer'], version: '"2"' }];
  refusal = 'Someone else changed this after you opened it. Your changes were not saved.';
  await userEvent.click(dialog.getByRole('button', { name: 'Save for everyone' }));
  await dialog.findByText(refusal);
  await dialog.findByText('STATUS, AMOUNT, PAYER');
  refusal = undefined;
  await userEvent.click(dialog.getByRole('button', { name: 'Save for everyone' }));
  await waitFor(() => expect(versions).toEqual(['"1"', '"2"']));
});

test('users who cannot change a view are offered only to save another one', async () => {
  shared = [{ ...sharedView, columns: ['status', 'amount', 'payer'] }];
  show(byRisk);
  await screen.findByRole('link', { name: /Ours/ });
  await screen.findByRole('button', { name: 'Save as view' });
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
});
