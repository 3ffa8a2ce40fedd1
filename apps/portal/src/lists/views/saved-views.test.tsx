import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SavedView } from '@volume/contract/saved-views/saved-views.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { List } from '#lists/list.ts';
import { defineSearch } from '#lists/list-search.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { parseSearch, stringifySearch } from '#platform/search-text.ts';
import { sessionKeys } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { ListViews } from './list-views.tsx';

notifyManager.setScheduler(queueMicrotask);

const path = 'merchants/{}/shared-views/{}';
const search = defineSearch({
  filters: [{ kind: 'choice', param: 'heldFilter', wire: 'held', label: 'Held', values: ['HELD', 'NOT_HELD'] }],
});
type Search = ReturnType<typeof search.read>;
const list = { storage: 'test', savedViews: 'pay-ins', search } as unknown as List<object, Search>;
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
let refusal: string | undefined;

beforeEach(() => {
  putSettings();
  capabilities = [`GET ${path}`, `POST ${path}`, `DELETE ${path}/{}`];
  shared = [];
  asked = [];
  refusal = undefined;
  signIn(['VIEW_ONLY']);
  vi.stubGlobal('fetch', async (target: string, { method = 'GET', body }: RequestInit) => {
    const name = new URL(target).pathname.replace('/sandbox/api/', '');
    if (name === 'capabilities') return new Response(JSON.stringify(capabilities));
    asked.push(`${method} ${name}`);
    if (method === 'GET') return new Response(JSON.stringify(shared));
    if (refusal !== undefined) {
      const error = { statusCode: 409, statusName: 'CONFLICT', errorMessage: refusal, source: 'VOLUME', traceId: '0' };
      return new Response(JSON.stringify(error), { status: 409 });
    }
    if (method === 'DELETE') return new Response(null, { status: 204 });
    const view = { ...sharedView, ...(JSON.parse(String(body)) as object), isOwn: true };
    return new Response(JSON.stringify(view), { status: 201 });
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function signIn(authorities: string[]) {
  const claims = { jti: 'j', iat: 1, sub: 's', iss: 'i', userAccountId: 'u', exp: Date.now() / 1000 + 3600 };
  const token = btoa(JSON.stringify({ ...claims, merchantId: 'm', authorities }));
  localStorage.setItem(sessionKeys.token, `e30.${token}.signature`);
  localStorage.setItem(sessionKeys.email, 'maya@shop.example');
}

function show(address: string, isForAll = false) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ListViews
        list={list}
        given={[{ name: 'All', search: '' }]}
        search={search.read(parseSearch(address))}
        hrefOf={(to) => `/list${stringifySearch({ ...to })}`}
        isForAll={isForAll}
      >
        {(save) => save}
      </ListViews>
    </QueryClientProvider>,
  );
}

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

test("shares the user's own view from its menu, and keeps it when that is refused", async () => {
  remember([{ name: 'Mine', search: '?heldFilter=HELD' }]);
  refusal = 'Your team already shares 20 views of this list. Delete one first.';
  show('?heldFilter=HELD');
  await screen.findByRole('link', { name: 'Mine' });
  await openMenu('Mine');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Share with the team…' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Share view' }));
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
  signIn(authorities);
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
