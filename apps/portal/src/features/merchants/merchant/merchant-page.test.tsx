import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Toaster } from '#design/overlay/toaster.tsx';
import { merchantsQuery } from '#features/merchants/merchants-query.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession, type SessionChange, sessionKeys, subscribeSession } from '#platform/session/session.ts';
import { type MerchantSearch, merchantSearch } from '#features/merchants/merchant-filters.ts';
import { application, idOf, merchant, payee } from '#platform/testing/sample-merchant.ts';
import { never, providerError, show, stubApi } from '#features/merchants/testing/show.tsx';
import { MerchantPage } from './merchant-page.tsx';

const heard: SessionChange[] = [];
const onOpen = vi.fn<(merchant: Merchant) => void>();
let stopListening: () => void;
let logged: { mock: { calls: unknown[][] } };

// Compiling lazily loaded modules can take longer than the test waits for them.
beforeAll(() => import('#design/overlay/toast-stack.tsx'));
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  localStorage.clear();
  clearSession();
  heard.length = 0;
  onOpen.mockReset();
  stopListening = subscribeSession((change) => heard.push(change));
});
afterEach(() => {
  stopListening();
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Page({ given = {} }: { given?: Record<string, unknown> }) {
  const [search, setSearch] = useState<MerchantSearch>(() => merchantSearch.read(given));
  return (
    <MerchantPage
      merchantId={idOf(1)}
      listHref="/admin"
      search={search}
      onChange={(change) => setSearch({ ...search, ...change })}
      onOpen={onOpen}
    />
  );
}
const facts = (list: HTMLElement) =>
  Object.fromEntries(
    [...list.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
const applicationPart = () => screen.getByRole('region', { name: 'Applications' });

describe('a merchant', () => {
  test('shows its data and links to its payments', async () => {
    const edge = stubApi(() => ({ body: merchant() }));
    show(<Page />);
    expect((await screen.findByRole('heading', { level: 1, name: 'Northwind Ltd' })).textContent).toBe('Northwind Ltd');
    expect(facts(screen.getByRole('region', { name: 'Merchant' }))).toMatchObject({
      Company: 'Northwind Ltd',
      Email: 'owner@northwind.example',
      Fee: '0.75%',
      Currencies: 'GBP',
    });
    // Where the line is too short, it breaks in front of the @.
    expect(screen.getByText(/^owner@/).innerHTML).toBe('owner<wbr>@northwind.example');
    expect(screen.getByRole('link', { name: 'Payments' }).getAttribute('href')).toBe(
      `/admin/payments?merchantId=${idOf(1)}`,
    );
    expect(screen.getByRole('link', { name: 'Merchants' }).getAttribute('href')).toBe('/admin');
    expect(edge.sent).toEqual([`/sandbox/api/merchants/${idOf(1)}`]);
  });
  test('shows the cached row of the list immediately and refetches it', async () => {
    const edge = stubApi(never);
    const queryClient = createQueryClient();
    queryClient.setQueryData(merchantsQuery().queryKey, [merchant()]);
    show(<Page />, queryClient);
    expect(screen.queryByRole('heading', { level: 1, name: 'Northwind Ltd' })).not.toBeNull();
    expect(edge.sent).toHaveLength(1);
  });
  test('opens with its button', async () => {
    stubApi(() => ({ body: merchant() }));
    show(<Page />);
    await userEvent.click(await screen.findByRole('button', { name: 'Open' }));
    expect(onOpen.mock.calls).toEqual([[merchant()]]);
  });
  test('renders without a name and without applications', async () => {
    stubApi(() => ({ body: merchant({ companyName: ' ', email: null, applications: [] }) }));
    show(<Page />);
    await screen.findByRole('heading', { level: 1, name: idOf(1) });
    expect(screen.queryByText('No applications')).not.toBeNull();
    expect(document.body.textContent).not.toMatch(/null|undefined|NaN/);
  });
});

describe('applications of a merchant', () => {
  test('show the derived values (§3 Derived per application)', async () => {
    const accounts = [
      payee(),
      payee({ id: 8, forCurrency: 'EUR', defaultForCurrency: false, vaProviderType: 'ISX' }),
      payee({ id: 9, isVirtualAccount: false, defaultForCurrency: null, vaProviderType: 'NONE' }),
    ];
    const institutions = ['natwest', 'monzo'];
    stubApi(() => ({
      body: merchant({ applications: [application({ payeeDetailsPerCurrency: accounts, institutions })] }),
    }));
    show(<Page />);
    await screen.findByRole('heading', { name: 'Webshop' });
    expect(facts(applicationPart())).toMatchObject({
      Currencies: 'GBP, EUR',
      'Virtual default': 'GBP',
      Providers: 'Modulr, ISX',
      Institutions: '2',
      'External email': 'Off',
      'External webhook': 'On',
      'Payment webhook': '–',
    });
    const table = within(screen.getByRole('table', { name: 'Accounts of Webshop' }));
    const kinds = table
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[3]?.textContent);
    expect(kinds).toEqual(['Virtual, Modulr', 'Virtual, ISX', 'Bank account']);
    expect(table.getAllByText('60-16-13 · 3192 6819')).toHaveLength(3);
  });
  test('render with null in all nullable fields', async () => {
    stubApi(() => ({
      body: merchant({
        applications: [
          application({
            payeeDetailsPerCurrency: null,
            merchantCallbackUrlForWeb: null,
            sendWebhookForExternalPayinPayment: null,
          }),
        ],
      }),
    }));
    show(<Page />);
    await screen.findByText('No pay-in accounts.');
    expect(document.body.textContent).not.toMatch(/null|undefined|NaN/);
  });
  test('never turn a URL into a link', async () => {
    stubApi(() => ({
      body: merchant({
        applications: [application({ paymentStatusWebhookUrl: 'javascript:alert(1)', cancelUrl: 'https://a.example' })],
      }),
    }));
    show(<Page />);
    await screen.findByText('javascript:alert(1)');
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(['/admin', `/admin/payments?merchantId=${idOf(1)}`]);
  });
  const thousands = Array.from({ length: 10_000 }, (_, index) =>
    application({ applicationId: idOf(index), applicationName: `Shop ${index + 1}` }),
  );
  test('are paged and searchable when there are ten thousand', async () => {
    stubApi(() => ({ body: merchant({ applications: thousands }) }));
    show(<Page given={{ page: '400' }} />);
    await screen.findByRole('heading', { name: 'Shop 10000' });
    expect(screen.queryByText('9,976–10,000 of 10,000')).not.toBeNull();
    expect(document.querySelectorAll('*').length).toBeLessThan(1_000);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search applications' }), 'shop 7777{Enter}');
    await screen.findByRole('heading', { name: 'Shop 7777' });
    expect(within(applicationPart()).getAllByRole('heading', { level: 3 })).toHaveLength(1);
  });
});

describe('Admin merchant view (§8)', () => {
  test.each([401, 403])(
    'treats %i as UNAUTHORIZED: shows the toast and signs out without a return address',
    async (status) => {
      stubApi(() => providerError(status, 'Sign in again'));
      show(
        <>
          <Page />
          <Toaster />
        </>,
      );
      const words = 'There was an error fetching merchant details, please sign in again.';
      expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
      expect(heard).toEqual([{ kind: 'signed-out', keepAddress: false }]);
      expect(Object.values(sessionKeys).map((key) => localStorage.getItem(key))).toEqual([null, null, null, null]);
      expect(screen.queryByText('Oops!')).toBeNull();
    },
  );
  test.each([
    ['404', providerError(404, 'No such merchant')],
    ['400 without a message', { status: 400, body: 'a proxy’s page' }],
    ['an invalid shape', { body: { ...merchant(), applications: null } }],
  ])(
    'treats %s as ‘Failed to fetch merchant details’: logged, with the default message; Try Again? recovers',
    async (_, answer) => {
      const edge = stubApi(() => answer);
      show(<Page />);
      await screen.findByText('Something went wrong with the Volume Merchant Portal');
      expect(logged.mock.calls.flat().map(String).join('\n')).toContain('Failed to fetch merchant details');
      expect(heard).toEqual([]);
      edge.answer(() => ({ body: merchant() }));
      await userEvent.click(screen.getByRole('button', { name: 'Try Again?' }));
      await screen.findByRole('heading', { level: 1, name: 'Northwind Ltd' });
    },
  );
});
