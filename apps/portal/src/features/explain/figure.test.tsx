import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FigureName, figureNames, figures } from '@volume/contract/explain/figures.ts';
import { figureTexts } from '@volume/contract/explain/figure-texts.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { capabilitiesQuery } from '#platform/calls/capabilities.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { idOf } from '#platform/testing/sample-merchant.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { ExplainPage } from './explain-page.tsx';
import { Figure } from './figure.tsx';

const part = (name: string, count: number, amount: number, sign = 'PLUS') => ({
  part: name,
  key: null,
  sign,
  count,
  amount,
  exact: null,
  rate: null,
});
const none = { count: null, amount: 0, share: null };
const available = {
  figure: 'AVAILABLE',
  atUtc: '2026-11-26T11:32:00.000',
  filters: { payInAccountId: '11' },
  currency: 'GBP',
  hidden: null,
  parts: [
    part('BALANCE', 2547, 641310.33),
    part('HELD', 4, 4310.16, 'MINUS'),
    part('PAYOUTS_ON_THEIR_WAY', 1, 45775.2, 'MINUS'),
  ],
  total: { count: null, amount: 591224.97, share: null },
  shown: { count: null, amount: 591224.97, share: null },
  difference: none,
  onStatement: null,
  traceId: 'trace-1',
};
const received = {
  ...available,
  figure: 'RECEIVED',
  filters: { currency: 'GBP' },
  parts: [part('PAID', 3330, 232154.37), part('RETURNED', 1, 101, 'MINUS')],
  total: { count: 3329, amount: 232053.37, share: null },
  shown: { count: 3329, amount: 232053.37, share: null },
  onStatement: {
    payInAccountIds: [11],
    parts: [part('RECEIVED', 3329, 232053.37), part('NOT_YET_BOOKED', 24, 1866.2, 'MINUS')],
    total: { count: null, amount: 230187.17, share: null },
    shown: { count: null, amount: 230187.17, share: null },
    difference: none,
  },
};

let answer: () => Promise<Response> | Response;
const asked: string[] = [];

beforeEach(() => {
  putSettings();
  localStorage.clear();
  asked.length = 0;
  window.history.replaceState(null, '', `/balances/overview?applicationId=${idOf(2)}`);
  signIn({ merchantId: idOf(1), authorities: ['VIEW_ONLY'] });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (target: string) => {
    asked.push(target.slice(target.indexOf('/explain')));
    return answer();
  });
  answer = () => Response.json(available);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(page: ReactNode, calls: string[] = ['GET explain', 'GET explain/legs']): void {
  const queryClient = createQueryClient();
  queryClient.setQueryData(capabilitiesQuery().queryKey, calls);
  render(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>);
}

const name = 'Available in GBP · Modulr';
const showAvailable = (calls?: string[]) =>
  show(
    <main>
      <Figure of={{ figure: 'AVAILABLE', payInAccountId: '11' }} name={name} href="/balances/statement/11">
        £591,224.97
      </Figure>
    </main>,
    calls,
  );
const mark = () => screen.getByRole('button', { name: `${name} £591,224.97` });
const popover = () => screen.findByRole('dialog', { name: `Why: ${name}` });
const linesOf = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('link')
    .map((link) => link.textContent);

test('is the link to its list when the API cannot explain figures', () => {
  showAvailable([]);
  const link = screen.getByRole('link', { name: `${name} £591,224.97` });
  expect(link.getAttribute('href')).toBe('/balances/statement/11');
  expect(fireEvent.click(link)).toBe(true);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('opens with the rule, its contents and the time while the total is still loading, and does not move', async () => {
  let send = (_answer: Response): void => undefined;
  answer = () => new Promise((resolve) => (send = resolve));
  showAvailable();
  fireEvent.click(mark());
  const dialog = await popover();
  expect(dialog.textContent).toContain('The money that can be paid out, refunded or exchanged now');
  expect(dialog.textContent).toContain('Included: everything booked to the account.');
  expect(dialog.textContent).toContain('Not included: pay-ins held for review,');
  expect(dialog.textContent).toContain('As at now');
  expect(dialog.textContent).not.toMatch(/£|Agrees/);
  expect(dialog.querySelectorAll('.breathe').length).toBeGreaterThan(3);
  expect(mark().getAttribute('aria-expanded')).toBe('true');
  await waitFor(() => expect(asked).toHaveLength(1));
  send(Response.json(available));
  await within(dialog).findByText('Agrees with the ledger');
  expect(dialog.textContent).toContain('As at 26 Nov 2026, 11:32 UTC');
});

test('each figure shows its rule and its period while its total is still loading', async () => {
  answer = () => new Promise(() => undefined);
  const period = { startDateTimeUtc: '2026-10-28T00:00:00.000', endDateTimeUtc: '2026-11-26T23:59:59.999' };
  const when: Partial<Record<FigureName, string>> = {
    OPENING_BALANCE: 'Before 28 Oct 2026, 00:00 UTC',
    FEES: 'Created 1 Oct 2026 – 31 Oct 2026, 31 days in UTC',
    ALL_FEES: 'Created 1 Oct 2026 – 31 Oct 2026, 31 days in UTC',
    MERCHANT_VOLUME: 'Created in the 30 days that end today',
    MERCHANT_PAY_INS: 'Created in the 30 days that end today',
    MERCHANT_FAILED_SHARE: 'Created in the 30 days that end today',
    AVAILABLE: 'As at now',
    BALANCE: 'As at now',
    BULK_JOB: 'As at now',
  };
  for (const figure of figureNames) {
    const { needs, accepts } = figures[figure];
    const own = accepts.includes('startDateTimeUtc') ? period : needs.includes('month') ? { month: '2026-10' } : {};
    show(
      <Figure of={{ figure, currency: 'GBP', ...own }} name="Sum">
        1
      </Figure>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Sum 1' }));
    const { textContent: said } = await screen.findByRole('dialog');
    expect([figure, said]).toEqual([figure, expect.stringContaining(figureTexts[figure].rule)]);
    const text = when[figure] ?? (figure.startsWith('M') || figure === 'CLOSING_BALANCE' ? 'Booked' : 'Created');
    expect([figure, said]).toEqual([figure, expect.stringContaining(text)]);
    cleanup();
  }
});

test('shows the time, each part with its sign, count and sum as a link to its rows, and the total', async () => {
  showAvailable();
  await userEvent.click(mark());
  const dialog = await popover();
  await within(dialog).findByText('Agrees with the ledger');
  expect(dialog.textContent).toContain('As at 26 Nov 2026, 11:32 UTC');
  expect(linesOf(dialog)).toEqual([
    'Balance 2,547 entries£641,310.33',
    '−Held for review 4 pay-ins£4,310.16',
    '−Payouts on their way out 1 payout£45,775.20',
  ]);
  expect(dialog.textContent).toContain(`=${name}£591,224.97`);
  const address = within(dialog).getAllByRole('link')[1]!.getAttribute('href');
  expect(address).toBe(`/explain?figure=AVAILABLE&payInAccountId=11&part=HELD&applicationId=${idOf(2)}`);
  expect(asked).toEqual([`/explain?applicationId=${idOf(2)}&figure=AVAILABLE&payInAccountId=11`]);
});

test('the fees of all merchants have a link to their pay-ins, and a rounding without one', async () => {
  const sums = {
    parts: [
      { ...part('PAY_INS', 2, 0.01), exact: '0.01' },
      { ...part('ROUNDING_OF_MERCHANTS', 0, 0.01), count: null },
    ],
    total: { count: 2, amount: 0.02, share: null },
    shown: { count: 2, amount: 0.02, share: null },
  };
  answer = () => Response.json({ ...available, ...sums, figure: 'ALL_FEES', filters: { currency: 'GBP' } });
  window.history.replaceState(null, '', '/admin/fees');
  const of = { figure: 'ALL_FEES', month: '2026-10', currency: 'GBP' } as const;
  show(
    <Figure of={of} name="Fees in GBP">
      £0.02
    </Figure>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Fees in GBP £0.02' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('Adds up from its rows');
  expect(linesOf(dialog)).toEqual(['Pay-ins 2 pay-ins£0.01']);
  expect(dialog.textContent).toContain('+Rounding of each merchant’s fee £0.01');
  expect(within(dialog).getByRole('link').getAttribute('href')).toBe(
    '/admin/explain?figure=ALL_FEES&month=2026-10&currency=GBP&part=PAY_INS',
  );
  expect(asked[0]).toContain('figure=ALL_FEES');
  expect(asked[0]).not.toContain('merchantId');
});

test('Enter and Space open it, Escape closes it and the focus returns to the figure', async () => {
  showAvailable();
  for (const key of ['{Enter}', ' ']) {
    mark().focus();
    await userEvent.keyboard(key);
    const dialog = await popover();
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(mark()));
  }
});

test('a second press closes it; a press with Ctrl or ⌘ is left to the browser', async () => {
  showAvailable();
  await userEvent.click(mark());
  await popover();
  await userEvent.click(mark());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(fireEvent.click(mark(), { ctrlKey: true })).toBe(true);
  expect(fireEvent.click(mark(), { metaKey: true })).toBe(true);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shows the unexplained difference, with the trace id for support', async () => {
  answer = () => Response.json({ ...available, difference: { count: null, amount: -0.4, share: null } });
  showAvailable();
  await userEvent.click(mark());
  const dialog = await popover();
  await within(dialog).findByText('£0.40 unexplained.');
  expect(dialog.textContent).toContain('trace-1');
  expect(within(dialog).getByRole('link', { name: 'Tell support' }).getAttribute('href')).toContain('trace-1');
  expect(dialog.textContent).not.toContain('Agrees');
});

test('says when the page shows an older number, and Refresh loads the page again', async () => {
  vi.setSystemTime(new Date('2026-11-26T11:02:30.000Z'));
  const showing = (shows: number) =>
    show(
      <Figure of={{ figure: 'AVAILABLE', payInAccountId: '11' }} {...{ name, shows }}>
        £591,224.97
      </Figure>,
    );
  showing(590_000_00);
  await userEvent.click(mark());
  const dialog = await popover();
  await within(dialog).findByText('The page showed £590,000.00 at 11:02; now it is £591,224.97.');
  expect(dialog.textContent).toContain('Agrees with the ledger');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Refresh' }));
  const explained = () => asked.filter((each) => each.startsWith('/explain?'));
  await waitFor(() => expect(explained()).toHaveLength(2));
  cleanup();
  showing(591_224_97);
  await userEvent.click(mark());
  await within(await popover()).findByText('Agrees with the ledger');
  expect(screen.queryByText(/The page showed/)).toBeNull();
});

test('gives the reason instead of sums when the balance is not shown', async () => {
  const sums = { parts: [], total: { ...none, amount: null }, shown: null, difference: null };
  answer = () => Response.json({ ...available, ...sums, hidden: 'OWN_BANK' });
  showAvailable();
  await userEvent.click(mark());
  const dialog = await popover();
  await within(dialog).findByText('This account is at your own bank, which does not send us its balance.');
  expect(dialog.textContent).not.toMatch(/£|Agrees/);
});

test('a refusal says who can help; a failure shows its message and can be retried', async () => {
  const refuse = (status: number) => () =>
    Response.json(
      { statusCode: status, statusName: 'X', errorMessage: 'Too many exports', source: 'API', traceId: 't' },
      { status },
    );
  answer = refuse(403);
  showAvailable();
  await userEvent.click(mark());
  expect(await within(await popover()).findByText(/You don’t have permission to see what this/)).not.toBeNull();
  cleanup();
  answer = refuse(422);
  showAvailable();
  await userEvent.click(mark());
  const dialog = await popover();
  await within(dialog).findByText('Too many exports');
  answer = () => Response.json(available);
  await userEvent.click(within(dialog).getByRole('button', { name: /Try again/i }));
  expect(await within(dialog).findByText('Agrees with the ledger')).not.toBeNull();
});

test('an offline device says so', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  answer = () => Promise.reject(new TypeError('offline'));
  await import('./explanation-popover.tsx');
  showAvailable();
  await userEvent.click(mark());
  expect(await within(await popover()).findByText(/You’re offline, so its parts can’t be loaded/)).not.toBeNull();
});

test('leads from the received amount to the incoming money of the statement', async () => {
  answer = () => Response.json(received);
  const period = { startDateTimeUtc: '2026-10-28T00:00:00.000', endDateTimeUtc: '2026-11-26T23:59:59.999' };
  show(
    <Figure of={{ figure: 'RECEIVED', ...period, currency: 'GBP' }} name="Received in GBP" href="/payments/payin">
      £232,053.37
    </Figure>,
  );
  await userEvent.click(screen.getByRole('button', { name: /^Received in GBP/ }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('Agrees with the ledger');
  expect(dialog.textContent).toContain('Created 28 Oct 2026 – 26 Nov 2026, 30 days in UTC');
  expect(dialog.textContent).toContain('=Money in on the statement£230,187.17');
  const hrefs = within(dialog)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href')!.replace(/&?applicationId=[^&]*/, ''));
  expect(hrefs).toEqual([
    '/payments/payin?from=2026-10-28&to=2026-11-26&currencies=GBP&paymentStatuses=COMPLETED%2CSETTLED',
    '/payments/payin?from=2026-10-28&to=2026-11-26&currencies=GBP&paymentStatuses=COMPLETED%2CSETTLED&returnedFilter=RETURNED',
    '/payments/payin?from=2026-10-28&to=2026-11-26&currencies=GBP&paymentStatuses=COMPLETED%2CSETTLED&returnedFilter=NOT_RETURNED',
    '/explain?figure=RECEIVED&startDateTimeUtc=2026-10-28T00%3A00%3A00.000&endDateTimeUtc=2026-11-26T23%3A59%3A59.999&currency=GBP&part=NOT_YET_BOOKED',
    '/balances/statement/11?from=2026-10-28&to=2026-11-26',
  ]);
});

const leg = {
  id: 'leg-1',
  kind: 'PAY_IN',
  atUtc: '2026-11-20T09:05:00.000',
  status: 'SETTLED',
  counterparty: 'Amelia Hughes',
  reference: 'BOUQUET-48211',
  amount: -12.5,
  currency: 'GBP',
  exact: null,
  payInAccountId: 11,
  paymentId: idOf(7),
  payoutPaymentId: null,
  exchangeId: null,
};

test('a copied link keeps its time and links to the current figure; a part shows its rows', async () => {
  vi.stubGlobal('fetch', async (target: string) =>
    Response.json(
      target.includes('/legs')
        ? { ...toPage([leg], { page: 0, size: 50, totalElements: 1 }), atUtc: available.atUtc }
        : { ...available, shown: null, difference: null },
    ),
  );
  const search = { figure: 'AVAILABLE', payInAccountId: '11', at: available.atUtc };
  show(
    <ExplainPage
      search={{ ...search, part: 'HELD' }}
      account="GBP · Modulr"
      crumbs={[{ label: 'Balances', href: '/balances/overview' }]}
      onPage={() => undefined}
    />,
  );
  expect(screen.getByRole('heading', { level: 1, name })).not.toBeNull();
  await screen.findByText('It was £591,224.97 at 26 Nov 2026, 11:32 UTC.');
  const now = screen.getByRole('link', { name: 'Show it now' }).getAttribute('href');
  expect(now).toBe(`/explain?figure=AVAILABLE&payInAccountId=11&applicationId=${idOf(2)}`);
  const table = screen.getByRole('table', { name: 'Rows of Held for review' });
  await within(table).findByText('Amelia Hughes');
  expect(within(table).getByRole('link', { name: 'Pay-in' }).getAttribute('href')).toContain(idOf(7));
  expect(table.textContent).toContain('−£12.50');
});
