import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toPage } from '@volume/contract/lists/page.ts';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { adminExceptionsHref } from '#platform/hrefs.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession, sessionKeys } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { exceptionSearch } from './exception-filters.ts';
import { ExceptionsPage } from './exception-list.tsx';

notifyManager.setScheduler(queueMicrotask);

const exceptionId = '00000000-0000-4000-8000-00000000000e';
const exception = {
  exceptionId,
  merchantId: '00000000-0000-4000-8000-00000000000a',
  merchantName: 'Harbour & Bloom',
  kind: 'STATUS_DIFFERS',
  objectKind: 'PAYOUT',
  objectId: 'payout-1',
  payInAccountId: 1,
  provider: 'OPTIMUS',
  currency: 'GBP',
  ourStatus: 'FAILED',
  ourAmount: 40.07,
  providerStatus: 'PROCESSED',
  providerAmount: 40.07,
  providerWords: null,
  state: 'OPEN',
  count: 1,
  firstAtUtc: '2026-03-01T10:00:00.000',
  lastAtUtc: '2026-03-01T10:00:00.000',
  note: null,
  decidedBy: null,
  decidedAtUtc: null,
};

let asked: string[];
let content: readonly object[];

beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  localStorage.setItem(sessionKeys.token, 'the-token');
  asked = [];
  content = [exception];
  vi.stubGlobal('fetch', async (target: string): Promise<Response> => {
    const { pathname, search } = new URL(target);
    if (pathname.endsWith('/capabilities')) return new Response('[]');
    asked.push(search);
    const page = toPage([...content], { page: 0, size: 10, totalElements: content.length });
    return new Response(JSON.stringify({ ...page, unresolved: 1 }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page({ given }: { given: Record<string, unknown> }) {
  const [search, setSearch] = useState(() => exceptionSearch.read(given));
  return (
    <ExceptionsPage
      search={search}
      hrefOf={adminExceptionsHref}
      onChange={(change) => setSearch({ ...search, ...change })}
      merchantFilter={null}
    />
  );
}
const show = (given: Record<string, unknown> = {}) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Page given={given} />
    </QueryClientProvider>,
  );

test('requests the filters of the address and opens an exception next to the list', async () => {
  show({ state: 'OPEN,NONE', kind: ['STATUS_DIFFERS'], page: '2', rows: '25', exception: 'no id' });
  const row = await screen.findByRole('link', { name: 'Open, Different outcome: Payout payout-1' });
  expect(row.getAttribute('href')).toBe(
    `/admin/exceptions?state=OPEN&kind=STATUS_DIFFERS&page=2&rows=25&exception=${exceptionId}`,
  );
  expect(asked).toEqual(['?state=OPEN&kind=STATUS_DIFFERS&page=1&size=25']);
  expect(screen.queryByText('1 unresolved')).not.toBeNull();
});

test('links from an empty filtered list back to all exceptions with the same number of rows', async () => {
  content = [];
  show({ state: 'CLOSED', rows: '25' });
  await screen.findByText('No exceptions match these filters');
  expect(screen.getByRole('link', { name: 'Show all exceptions' }).getAttribute('href')).toBe(
    '/admin/exceptions?rows=25',
  );
});

test('hides a column and offers the unresolved exceptions as a view', async () => {
  show({ state: 'DISPUTED,OPEN' });
  await userEvent.click(await screen.findByText('Columns'));
  const offered = within(await screen.findByRole('list', { name: 'Columns' })).getAllByRole('checkbox');
  expect(offered.map((box) => box.closest('label')?.textContent.replace(/,.*/, ''))).toEqual([
    'Difference',
    'Merchant',
    'Object',
    'Our books',
    'Provider',
    'First reported',
  ]);
  await userEvent.click(screen.getByRole('checkbox', { name: /^Our books/ }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Our books' })).toBeNull());
  expect(screen.getByRole('link', { name: 'Unresolved' }).getAttribute('aria-current')).toBe('page');
});
