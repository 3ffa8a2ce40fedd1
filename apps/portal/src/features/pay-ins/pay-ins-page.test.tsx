import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addFilter } from '#lists/testing/add-filter.ts';
import { setPreference } from '#platform/preferences.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { clearSession } from '#platform/session/session.ts';
import { positionOf } from './list-position.ts';
import { payInListQuery, payInPageKeys, seenRow } from './pay-in-queries.ts';
import { bareWirePayIn, hostileTexts, payInId, wirePage, wirePayIn, type WirePayIn } from './testing/sample-pay-in.ts';
import { List, show } from './testing/show.tsx';
import { never, providerError, stubApi } from './testing/stub-api.ts';

// Turns off polling, so that the tests count only requests that a user caused.
putSettings({ isTestAutomation: true });

let logged: { mock: { calls: unknown[][] } };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T09:00:00Z') });
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  localStorage.clear();
  clearSession();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const ten = Array.from({ length: 10 }, (_, index) => wirePayIn({ paymentId: payInId(index + 1) }));
const openPage = (rows: WirePayIn[], total?: number) =>
  stubApi((url) => ({
    body: wirePage(rows, {
      page: Number(url.searchParams.get('page')),
      size: Number(url.searchParams.get('size')),
      totalElements: total ?? rows.length,
    }),
  }));
const bank = {
  institutionId: 'natwest',
  name: 'NatWest',
  fullName: 'National Westminster Bank',
  countries: [],
  currencies: ['GBP'],
  environmentType: 'SANDBOX',
};
const rowsShown = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);
const firstRow = async () => {
  await within(screen.getByRole('table')).findAllByRole('link');
  return within(rowsShown()[0]!);
};
const cellsOf = async () => (await firstRow()).getAllByRole('cell').map((cell) => cell.textContent);

describe('loading', () => {
  test('shows the busy table immediately, without rows and without the empty state', () => {
    stubApi(never);
    show(<List />);
    expect(screen.getByRole('table', { name: 'Pay-ins' }).getAttribute('aria-busy')).toBe('true');
    expect(within(screen.getByRole('table')).queryAllByRole('link')).toEqual([]);
    expect(screen.queryByText(/No pay-ins/)).toBeNull();
  });
  test('keeps old rows while new ones load and shows that they are stale', async () => {
    const edge = openPage(ten, 30);
    show(<List />);
    await firstRow();
    edge.answer(never);
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(rowsShown()).toHaveLength(10);
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  });
});

describe('filters for bank, reason and hour', () => {
  const asked = { institutionId: 'natwest', failureReason: 'NONE', failureHour: '14' };
  test('are shown as chips with labels', async () => {
    stubApi(
      (url) => {
        if (url.pathname.endsWith('/institutions')) return { body: [bank] };
        return { body: wirePage(ten, { page: 0, size: 10, totalElements: 10 }) };
      },
      ['GET payments/failures'],
    );
    show(<List given={asked} />);
    await screen.findByRole('button', { name: 'Bank NatWest' });
    expect(screen.queryByRole('button', { name: 'Reason No reason given' })).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Hour 14 to 15 h UTC' })).not.toBeNull();
  });
  test('are removed where the deployment does not support them, so that no chip contradicts the rows', async () => {
    const { sent } = openPage(ten);
    show(<List given={asked} />);
    await waitFor(() => expect(sent.at(-1)?.searchParams.has('failureReason')).toBe(false));
    expect(sent.at(-1)?.searchParams.has('institutionId')).toBe(false);
    expect(sent.at(-1)?.searchParams.has('failureHour')).toBe(false);
    expect(screen.queryByText('No reason given')).toBeNull();
  });
});

describe('rows', () => {
  test('show status, amount, payer, reference, order, type, risk and time', async () => {
    openPage([wirePayIn({ statusTags: ['PARTIALLY_REFUNDED'], riskCategory: 'HIGH' })]);
    show(<List />);
    expect(await cellsOf()).toEqual([
      'SettledPartially Refunded',
      '£1,249.50',
      'Amelia Wright',
      '261120090500000ABC',
      'ORD-1001',
      'Volume',
      'High',
      '20 Nov, 09:05 UTC',
      '',
    ]);
    expect(screen.getByRole('columnheader', { name: 'Created, UTC' }).getAttribute('aria-sort')).toBe('descending');
  });
  test('from summer and winter each show their own local hour below a header with the zone', async () => {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone: 'Europe/London' } as never);
    setPreference('zone', 'local');
    openPage([
      wirePayIn({ createdAt: '2026-07-01T09:05:00.000' }),
      wirePayIn({ paymentId: payInId(2), createdAt: '2026-11-20T09:05:00.000' }),
    ]);
    show(<List />);
    await firstRow();
    expect(screen.queryByRole('columnheader', { name: 'Created, London' })).not.toBeNull();
    const whens = rowsShown().map((row) => within(row).getAllByRole('cell').at(-2));
    expect(whens.map((cell) => cell?.textContent)).toEqual(['1 Jul, 10:05 BST', '20 Nov, 09:05 GMT']);
    setPreference('zone', 'utc');
  });
  test('link to their payment with a label for screen readers', async () => {
    openPage(ten);
    show(<List />);
    const link = (await firstRow()).getByRole('link', { name: 'Settled, Amelia Wright' });
    expect(link.getAttribute('href')).toBe(`/payments/${payInId(1)}`);
  });
  test('show dashes for null in nullable fields', async () => {
    openPage([bareWirePayIn()]);
    show(<List />);
    expect(await cellsOf()).toEqual(['Settled', '€0.00', '–', '–', '–', 'Volume', '–', '20 Nov, 09:05 UTC', '']);
    expect(within(screen.getByRole('table')).getByRole('link').getAttribute('aria-label')).toBe(
      'Settled, no payer name',
    );
  });
  test('keep the format of an amount beyond the safe integers', async () => {
    const body = JSON.stringify(wirePage([wirePayIn()])).replace('1249.5', '9007199254740993.27');
    stubApi(async () => new Response(body));
    show(<List />);
    expect((await cellsOf())[1]).toMatch(/^£9,007,199,254,740,99\d\.\d\d$/);
  });
  test('show negative zero as zero', async () => {
    const body = JSON.stringify(wirePage([wirePayIn()])).replace('1249.5', '-0');
    stubApi(async () => new Response(body));
    show(<List />);
    expect((await cellsOf())[1]).toBe('£0.00');
  });
  test('show unknown tags by the label rule, duplicates included', async () => {
    openPage([
      wirePayIn({ statusTags: ['FROZEN_BY_COURT', 'FROZEN_BY_COURT', 'SETTLED', 'constructor', '__proto__'] }),
    ]);
    show(<List />);
    expect((await cellsOf())[0]).toBe('SettledFrozen By CourtFrozen By CourtSettledConstructorProto');
    expect(logged.mock.calls).toEqual([]);
  });
  test.each(hostileTexts)('show hostile text %# as plain text', async (text) => {
    const payer = { name: text, email: text, accountIdentifier: text, address: text, payerIP: text };
    const paymentRequest = { amount: 1, currency: 'GBP', reference: text } as const;
    openPage([wirePayIn({ payer, paymentRequest, merchantPaymentId: text, merchantReference: text })]);
    show(<List />);
    const row = await firstRow();
    expect(row.getAllByRole('cell')[3]?.textContent).toBe(text.trim() === '' ? '–' : text);
    expect(document.querySelector('img')).toBeNull();
    const links = within(screen.getByRole('table')).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([`/payments/${payInId(1)}`]);
    expect(logged.mock.calls).toEqual([]);
  });
  test('show the merchant where the list spans several', async () => {
    openPage(ten);
    show(<List merchantName={() => 'Northwind Ltd'} />);
    expect((await cellsOf())[3]).toBe('Northwind Ltd');
  });
  test('are remembered, so that a payment opens with its known data and its position in the list', async () => {
    openPage(ten, 30);
    const queryClient = show(<List given={{ page: '2' }} />);
    await firstRow();
    expect(seenRow(queryClient, payInId(3))?.paymentRequest.amount).toBe(124_950);
    expect(seenRow(queryClient, payInId(77))).toBeUndefined();
    await waitFor(() => expect(positionOf(payInId(3))).toMatchObject({ index: 12, total: 30 }));
    expect(positionOf(payInId(3))?.listHref).toBe('/payments/payin?page=2');
  });
  test('are found among the cached lists, which the counts of the status filter are not', async () => {
    stubApi(({ pathname }) => ({
      body: pathname.endsWith('/summary') ? { totals: [] } : wirePage(ten, { page: 0, size: 10, totalElements: 10 }),
    }));
    const queryClient = show(<List />);
    await firstRow();
    await addFilter('Status');
    await screen.findByRole('checkbox', { name: /^Settled/ });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(seenRow(queryClient, payInId(77))).toBeUndefined();
  });
});

describe('empty list', () => {
  test('names the filters that match nothing and offers to clear them', async () => {
    const edge = openPage([]);
    show(<List given={{ heldFilter: 'HELD', currencies: 'EUR', riskCategory: 'HIGH' }} />);
    await screen.findByText('No pay-ins match these filters');
    expect(screen.queryByText('Created last 30 days and today, 22 Oct – 21 Nov, Held, High risk, EUR')).not.toBeNull();
    edge.answer(() => ({ body: wirePage(ten) }));
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear all' })[0]!);
    await firstRow();
    expect(edge.sent.at(-1)?.searchParams.has('heldFilter')).toBe(false);
  });
  test('states that a search without results covered all dates', async () => {
    openPage([]);
    show(<List given={{ searchFilter: '<b>Amelia</b>' }} />);
    await screen.findByText('“<b>Amelia</b>” on any day');
    expect(screen.queryByText('All dates (search)')).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Show last 90 days and today' })).toBeNull();
  });
  test('explains the empty list, and looks further back where there are earlier payments', async () => {
    const edge = openPage([]);
    edge.answer(({ searchParams }) => ({
      body: wirePage(searchParams.has('startDateTimeUtc') ? [] : ten.slice(0, 1)),
    }));
    show(<List />);
    await screen.findByText('No pay-ins in the last 30 days and today');
    expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Show last 90 days and today' }));
    await waitFor(() => expect(edge.sent.at(-1)?.searchParams.get('startDateTimeUtc')).toBe('2026-08-23T00:00:00.000'));
  });
  test('does not look further back for a merchant who was never paid', async () => {
    const edge = openPage([]);
    show(<List />);
    await screen.findByText('No pay-ins in the last 30 days and today');
    await waitFor(() => expect(edge.sent.at(-1)?.searchParams.has('startDateTimeUtc')).toBe(false));
    await waitFor(() => expect(edge.sent).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Show last 90 days and today' })).toBeNull();
  });
  test('links from a page beyond the last to the first', async () => {
    const edge = openPage([], 12);
    show(<List given={{ page: '99' }} />);
    await screen.findByText('This page of results doesn’t exist');
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(pages.getByRole('status').textContent).toBe('None of 12 here');
    edge.answer(() => ({ body: wirePage(ten, { totalElements: 12 }) }));
    await userEvent.click(screen.getByRole('button', { name: 'Go to the first page' }));
    await firstRow();
    expect(edge.sent.at(-1)?.searchParams.get('page')).toBe('0');
  });
});

describe('errors', () => {
  test("shows the provider's message on the error card with trace id and support link; Try Again? loads the rows", async () => {
    const edge = stubApi(() => providerError(400, 'The range is too long.'));
    show(<List />);
    await screen.findByRole('heading', { name: 'Oops!' });
    expect(screen.queryByText('The range is too long.')).not.toBeNull();
    const support = screen.getByRole('link', { name: 'contact support' }).getAttribute('href');
    expect(decodeURIComponent(support ?? '')).toContain('[Merchant Portal] 0123456789abcdef');
    expect(screen.queryByRole('heading', { name: 'Pay-ins' })).not.toBeNull();
    expect(screen.queryByRole('searchbox')).not.toBeNull();
    edge.answer(() => ({ body: wirePage(ten) }));
    await userEvent.click(screen.getByRole('button', { name: 'Try Again?' }));
    await firstRow();
    expect(rowsShown()).toHaveLength(10);
    expect(screen.queryByText('Oops!')).toBeNull();
  });
  const broken: [string, unknown][] = [
    ['no envelope', []],
    ['a status nobody knows', wirePage([{ ...wirePayIn(), paymentStatus: 'GONE' }])],
    [
      'a currency nobody knows',
      wirePage([{ ...wirePayIn(), paymentRequest: { amount: 1, currency: 'USD', reference: '' } }]),
    ],
    [
      'GBP without its reference',
      wirePage([{ ...wirePayIn(), paymentRequest: { amount: 1, currency: 'GBP', reference: null } }]),
    ],
    [
      'an amount in words',
      wirePage([{ ...wirePayIn(), paymentRequest: { amount: '1', currency: 'EUR', reference: null } }]),
    ],
    ['nothing', null],
  ];
  test.each(broken)(
    'treats an invalid response (%s) as ‘Failed to fetch payments’: logged, not shown (§5, §8)',
    async (_, body) => {
      const edge = stubApi(() => ({ body }));
      show(<List />);
      await screen.findByText('Something went wrong with the Volume Merchant Portal');
      expect(logged.mock.calls.flat().map(String).join('\n')).toContain('Failed to fetch payments');
      expect(screen.queryByText(/Failed to fetch payments/)).toBeNull();
      expect(edge.sent).toHaveLength(1);
    },
  );
  test('treats a response that is not JSON as the same error', async () => {
    stubApi(async () => new Response('<!doctype html><title>proxy</title>'));
    show(<List />);
    await screen.findByText('Something went wrong with the Volume Merchant Portal');
    expect(logged.mock.calls.flat().map(String).join('\n')).toContain('Failed to fetch payments');
  });
  test('keeps the shown rows when refetching them fails', async () => {
    const edge = openPage(ten);
    const queryClient = show(<List />);
    await firstRow();
    edge.answer(() => providerError(400, 'Not now.'));
    await act(() => queryClient.refetchQueries({ queryKey: payInPageKeys }));
    expect(rowsShown()).toHaveLength(10);
    expect(screen.queryByText('Oops!')).toBeNull();
  });
});

describe('each change of the address sends one request', () => {
  test('for the next page, more rows, and none for going back to cached rows', async () => {
    const edge = openPage(ten, 4312);
    show(<List />);
    await firstRow();
    expect(screen.queryByText('1–10 of 4,312')).not.toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText('11–20 of 4,312');
    await userEvent.selectOptions(screen.getByRole('combobox'), '50');
    await screen.findByText('1–50 of 4,312');
    await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBeNull());
    expect(edge.sent.map(({ searchParams }) => `${searchParams.get('page')} ${searchParams.get('size')}`)).toEqual([
      '0 10',
      '1 10',
      '0 50',
    ]);
  });
  test('dropping page and dates for a search', async () => {
    const edge = openPage(ten, 40);
    show(<List given={{ page: '3' }} />);
    await firstRow();
    await userEvent.click(screen.getByRole('searchbox'));
    // Pasted, because the field searches by itself when a slow machine pauses between two letters.
    await userEvent.paste('Amelia');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(edge.sent).toHaveLength(2));
    const asked = Object.fromEntries(edge.sent[1]!.searchParams);
    expect(asked).toEqual({
      globalSearch: 'Amelia',
      includeNewPayments: 'true',
      page: '0',
      size: '10',
      sort: 'createdAt,desc',
    });
  });
  const head = () => screen.getByRole('columnheader', { name: 'Created, UTC' });
  const pressHead = () => userEvent.click(within(head()).getByRole('button'));
  test('sorting by the oldest from the first page by the column header, then by the newest again', async () => {
    const edge = openPage(ten, 40);
    show(<List given={{ page: '3' }} />);
    await firstRow();
    await pressHead();
    await waitFor(() => expect(edge.sent.map(({ searchParams }) => searchParams.get('sort'))[1]).toBe('createdAt,asc'));
    expect(edge.sent[1]?.searchParams.get('page')).toBe('0');
    expect(head().getAttribute('aria-sort')).toBe('ascending');
    await pressHead();
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('descending'));
    expect(screen.queryByRole('button', { name: 'Amount' })).toBeNull();
  });
  test('a pressed header turns its arrow at once, before the address and the rows change', async () => {
    const edge = openPage(ten);
    const held: (() => void)[] = [];
    show(<List holdChange={(apply) => held.push(apply)} />);
    await firstRow();
    await pressHead();
    expect([head().getAttribute('aria-sort'), edge.sent.length]).toEqual(['ascending', 1]);
    act(() => held.shift()?.());
    await waitFor(() => expect(edge.sent).toHaveLength(2));
    // Two presses before the address follows lead back to where it is.
    await pressHead();
    await pressHead();
    expect(head().getAttribute('aria-sort')).toBe('ascending');
  });
  test('without the filter of a removed chip', async () => {
    const edge = openPage(ten);
    show(<List given={{ heldFilter: 'HELD', paymentTypes: 'VOLUME' }} />);
    await firstRow();
    await userEvent.click(screen.getByRole('button', { name: 'Remove Held filter' }));
    await waitFor(() => expect(edge.sent).toHaveLength(2));
    const [first, second] = edge.sent.map(({ searchParams }) => searchParams);
    expect([first?.get('heldFilter'), second?.get('heldFilter')]).toEqual(['HELD', null]);
    expect(second?.get('paymentTypes')).toBe('VOLUME');
  });
  test('shows the default range with its dates as a chip that cannot be removed', async () => {
    openPage(ten);
    show(<List />);
    await firstRow();
    expect(screen.queryByRole('button', { name: 'Created last 30 days and today, 22 Oct – 21 Nov' })).not.toBeNull();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });
});

test('includes the page in the query key, so that two pages never share a cache entry', () => {
  const query = { page: 0, size: 10 };
  expect(payInListQuery(query).queryKey).not.toEqual(payInListQuery({ ...query, page: 1 }).queryKey);
});
