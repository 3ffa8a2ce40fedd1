import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Toaster } from '#design/overlay/toaster.tsx';
import { fetchMerchants } from './merchants-query.ts';
import { openMerchantPages } from './open-merchant-pages.ts';
import { clearSession, type SessionChange, sessionKeys, subscribeSession } from '#platform/session/session.ts';
import { type MerchantSearch, merchantSearch } from './merchant-filters.ts';
import { MerchantsPage } from './merchants-page.tsx';
import { idOf, merchant, merchants } from '#platform/testing/sample-merchant.ts';
import { never, providerError, show, stubApi } from './testing/show.tsx';

const heard: SessionChange[] = [];
let stopListening: () => void;
let logged: { mock: { calls: unknown[][] } };

// Compiling lazily loaded modules can take longer than the test waits for them.
beforeAll(() => Promise.all([import('#design/overlay/toast-stack.tsx'), import('#lists/export/save-file.ts')]));
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  localStorage.clear();
  clearSession();
  heard.length = 0;
  stopListening = subscribeSession((change) => heard.push(change));
});
afterEach(() => {
  stopListening();
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const onOpen = vi.fn<(href: string) => void>();

function List({ given = {} }: { given?: Record<string, unknown> }) {
  const [search, setSearch] = useState<MerchantSearch>(() => merchantSearch.read(given));
  return (
    <MerchantsPage
      search={search}
      rowHref={({ merchantId }) => `/admin/merchants/${merchantId}`}
      onChange={(change) => setSearch({ ...search, ...change })}
      onOpen={(opened) => onOpen(openMerchantPages(opened))}
    />
  );
}
const rowsShown = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);
const cellsOf = async () => {
  await screen.findAllByRole('link');
  return within(rowsShown()[0]!)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
};

describe('merchants', () => {
  test('are requested once and show company, email, currencies, applications and fee', async () => {
    const edge = stubApi(() => ({ body: [merchant()] }));
    show(<List />);
    expect(await cellsOf()).toEqual([
      'Northwind Ltd',
      'owner@northwind.example',
      'GBP',
      '1 application',
      '0.75%',
      'Open',
    ]);
    expect(screen.getByRole('link').getAttribute('href')).toBe(`/admin/merchants/${idOf(1)}`);
    expect(edge.sent).toEqual(['/sandbox/api/merchants']);
  });
  test('show dashes without email, applications and accounts', async () => {
    stubApi(() => ({ body: [merchant({ email: null, applications: [] })] }));
    show(<List />);
    expect(await cellsOf()).toEqual(['Northwind Ltd', '–', '–', '0 applications', '0.75%', 'Open']);
  });
  test.each(['<img src=x onerror=alert(1)>', '\u202Eevil مرحبا', 'W'.repeat(10_000), 'javascript:alert(1)'])(
    'show hostile names as plain text (%#)',
    async (companyName) => {
      stubApi(() => ({ body: [merchant({ companyName, email: companyName })] }));
      show(<List />);
      expect((await cellsOf()).slice(0, 2)).toEqual([companyName, companyName]);
      expect(document.querySelector('img')).toBeNull();
      expect(logged.mock.calls).toEqual([]);
    },
  );
  test('show a busy table while they load', () => {
    stubApi(never);
    show(<List />);
    expect(screen.getByRole('table', { name: 'Merchants' }).getAttribute('aria-busy')).toBe('true');
    expect(screen.queryByText('No merchants yet')).toBeNull();
  });
  test('show an empty state when there are none', async () => {
    stubApi(() => ({ body: [] }));
    show(<List />);
    await screen.findByText('No merchants yet');
    expect(rowsShown()).toEqual([]);
  });
});

describe('ten thousand merchants', () => {
  const many = merchants(10_000);
  test('are paged, with an address for each page', async () => {
    stubApi(() => ({ body: many }));
    show(<List given={{ page: '400' }} />);
    await waitFor(() => expect(rowsShown()).toHaveLength(25));
    expect(screen.queryByText('9,976–10,000 of 10,000')).not.toBeNull();
    expect(rowsShown()[24]?.textContent).toContain('Merchant 10000');
    expect(document.querySelectorAll('*').length).toBeLessThan(1_000);
  });
  test('are searched from the first page without another request', async () => {
    const edge = stubApi(() => ({ body: many }));
    show(<List given={{ page: '7' }} />);
    await cellsOf();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search merchants' }), 'm9999@{Enter}');
    await waitFor(() => expect(rowsShown()).toHaveLength(1));
    expect(await cellsOf()).toContain('Merchant 9999');
    expect(edge.sent).toHaveLength(1);
  });
  test('show an empty state for a search without results, with a link back to all', async () => {
    stubApi(() => ({ body: many }));
    show(<List given={{ searchFilter: 'nobody' }} />);
    await screen.findByText('“nobody”');
    await userEvent.click(screen.getByRole('button', { name: 'Show all merchants' }));
    expect(rowsShown()).toHaveLength(25);
  });
  test('link from a page beyond the last to the first', async () => {
    stubApi(() => ({ body: many }));
    show(<List given={{ page: '401' }} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Go to the first page' }));
    expect(screen.queryByText('1–25 of 10,000')).not.toBeNull();
  });
  test('can be shown a hundred per page', async () => {
    stubApi(() => ({ body: many }));
    show(<List />);
    await cellsOf();
    await userEvent.selectOptions(screen.getByRole('combobox'), '100');
    expect(rowsShown()).toHaveLength(100);
  });
  test('are sorted by column, with the direction in the header', async () => {
    const few = [merchant({ merchantId: idOf(5), companyName: 'B', applications: [] }), merchant({ companyName: 'A' })];
    stubApi(() => ({ body: few }));
    show(<List />);
    expect((await cellsOf())[0]).toBe('A');
    await userEvent.click(screen.getByRole('button', { name: 'Company' }));
    expect((await cellsOf())[0]).toBe('B');
    expect(screen.getByRole('columnheader', { name: 'Company' }).getAttribute('aria-sort')).toBe('descending');
    await userEvent.click(screen.getByRole('button', { name: 'Applications' }));
    expect((await cellsOf())[0]).toBe('B');
    await userEvent.click(screen.getByRole('button', { name: 'Applications' }));
    expect((await cellsOf())[0]).toBe('A');
  });
});

test('exports a hidden column too', async () => {
  stubApi(() => ({ body: [merchant({ companyName: 'A, B' })] }));
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  show(<List />);
  await userEvent.click(await screen.findByText('Columns'));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Email' }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Email' })).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  const reader = new FileReader();
  reader.readAsText(saved.mock.calls[0]![0] as Blob);
  await waitFor(() => expect(reader.result).not.toBeNull());
  expect(reader.result).toBe(
    'Merchant id,Company,Email,Currencies,Applications,"Fee, %"\r\n' +
      `${idOf(1)},"A, B",owner@northwind.example,GBP,1,0.75\r\n`,
  );
});

describe('Open (contract §8 Administrators, §9 Session)', () => {
  test('keeps the merchant and its email and goes to the pay-ins of its first application', async () => {
    stubApi(() => ({ body: [merchant()] }));
    show(<List />);
    await userEvent.click(await screen.findByRole('button', { name: 'Open Northwind Ltd' }));
    expect(onOpen.mock.calls).toEqual([[`/payments/payin?applicationId=${idOf(101)}`]]);
    expect(localStorage.getItem(sessionKeys.merchantId)).toBe(idOf(1));
    expect(localStorage.getItem(sessionKeys.email)).toBe('owner@northwind.example');
    onOpen.mockReset();
  });
  test('keeps neither email nor application when the merchant has none', () => {
    localStorage.setItem(sessionKeys.email, 'the one before');
    expect(openMerchantPages(merchant({ email: null, applications: [] }))).toBe('/payments/payin');
    expect(localStorage.getItem(sessionKeys.email)).toBeNull();
  });
});

describe('Merchants list (§8)', () => {
  test.each([
    ['UNAUTHORIZED', providerError(401, 'Sign in again')],
    ['API_NOT_OK_RESPONSE', providerError(403, 'Not yours')],
    ['API_NOT_OK_RESPONSE', { status: 400, body: 'a proxy’s page' }],
  ])('returns a failure as an error with the label %s (§3 Error result wrapper)', async (type, answer) => {
    stubApi(() => answer);
    expect(await fetchMerchants()).toEqual({ error: expect.any(Error), type });
    expect(heard).toEqual([]);
  });
});

describe('Admin merchants list (§8)', () => {
  test('shows the toast for a 401 and ends the session without a return address', async () => {
    stubApi(() => providerError(401, 'Sign in again'));
    show(
      <>
        <List />
        <Toaster />
      </>,
    );
    const words = 'There was an error fetching merchants, please sign in again.';
    await screen.findByText(words);
    expect(heard).toEqual([{ kind: 'signed-out', keepAddress: false }]);
    expect(Object.values(sessionKeys).map((key) => localStorage.getItem(key))).toEqual([null, null, null, null]);
    expect(screen.queryByText('Oops!')).toBeNull();
  });
  test.each([
    ['403', providerError(403, 'Not yours')],
    ['400 without a message', { status: 400, body: 'a proxy’s page' }],
    ['an invalid shape', { body: [{ merchantId: 7 }] }],
    ['nothing', { body: null }],
  ])(
    'treats %s as ‘Failed to fetch merchants’: logged, with the default message; Try Again? recovers',
    async (_, answer) => {
      const edge = stubApi(() => answer);
      show(<List />);
      await screen.findByText('Something went wrong with the Volume Merchant Portal');
      expect(logged.mock.calls.flat().map(String).join('\n')).toContain('Failed to fetch merchants');
      expect(heard).toEqual([]);
      edge.answer(() => ({ body: [merchant()] }));
      await userEvent.click(screen.getByRole('button', { name: 'Try Again?' }));
      expect(await cellsOf()).toContain('Northwind Ltd');
    },
  );
});
