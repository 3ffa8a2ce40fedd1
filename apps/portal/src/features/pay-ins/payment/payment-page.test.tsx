import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isolate } from '#design/text/format-text.ts';
import { titlePage } from '#platform/document-title.ts';
import { ProviderApiError } from '#platform/errors.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession } from '#platform/session/session.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { rememberPositions } from '#features/pay-ins/list-position.ts';
import { loadPayment, payInListQuery } from '#features/pay-ins/pay-in-queries.ts';
import {
  bareWireDetails,
  bareWirePayIn,
  hostileTexts,
  payIn,
  payInId,
  wireDetails,
  type WireDetails,
  wirePage,
  wirePayIn,
  type WirePayIn,
} from '#features/pay-ins/testing/sample-pay-in.ts';
import { show } from '#features/pay-ins/testing/show.tsx';
import { never, providerError, stubApi } from '#features/pay-ins/testing/stub-api.ts';
import { PaymentPage } from './payment-page.tsx';

const onGo = vi.fn<(href: string) => void>();
let logged: { mock: { calls: unknown[][] } };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T09:05:00Z') });
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  localStorage.clear();
  clearSession();
  rememberPositions({ query: { page: 0, size: 10 }, listHref: '', total: 0 }, []);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  onGo.mockReset();
});

const isDetails = (url: URL): boolean => url.pathname.endsWith('/details');
const openPage = (row: Partial<WirePayIn> = {}, details: Partial<WireDetails> = {}) =>
  stubApi((url) => ({ body: isDetails(url) ? wireDetails(details) : wirePayIn(row) }));

function signInWith(authorities: readonly string[]): void {
  signIn({ merchantId: 'm', authorities });
}

const page = (
  <PaymentPage
    paymentId={payInId(1)}
    listTitle="Pay-ins"
    listHref="/payments/payin"
    receiptHref="/receipt"
    paymentHref={(id) => `/payments/${id}`}
    onGo={onGo}
  />
);
const atBank = `Authorised at ${isolate('NatWest')}`;
const heading = () => screen.findByRole('heading', { level: 1 });
const fact = (section: string, term: string): string | null | undefined => {
  const part = within(screen.getByRole('region', { name: section }));
  return part.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;
};

describe('a payment', () => {
  test('shows state and amount first, then payer and time', async () => {
    openPage({ statusTags: ['HELD'] });
    show(page);
    expect((await heading()).parentElement?.textContent).toMatch(
      /^SettledHeldPayment of £1,249\.50.* from Amelia Wright · 20 Nov 2026, 09:05 UTC · yesterday$/,
    );
  });
  test('every button next to the amount has an icon and a label', async () => {
    openPage();
    show(page);
    await heading();
    const buttons = [...document.querySelectorAll('[data-actions] :is(button, a)')];
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Copy id', 'JSON', 'Receipt', 'Refund…']);
    expect(buttons.filter((button) => !button.querySelector('svg'))).toEqual([]);
  });
  test('puts amount and payer into the tab title and restores the title when the page is left', async () => {
    openPage();
    titlePage('Payment');
    show(page);
    await heading();
    expect(document.title).toBe('[Sandbox] £1,249.50 Amelia Wright · Volume');
    titlePage('Payment');
    expect(document.title).toBe('[Sandbox] £1,249.50 Amelia Wright · Volume');
    cleanup();
    expect(document.title).toBe('[Sandbox] Payment · Volume');
  });
  test('writes its story from left to right, whatever the script of the names in it', async () => {
    openPage({ payer: { ...payIn().payer, name: 'محمد' } as WirePayIn['payer'] });
    show(page);
    const sentence = await screen.findByText(/approved the payment\.$/);
    expect(sentence.textContent).toContain('محمد');
    expect([sentence.tagName, sentence.dir]).toEqual(['SPAN', 'ltr']);
  });
  test('sends both requests concurrently', () => {
    const edge = stubApi(never);
    show(page);
    expect(edge.sent.map(({ pathname }) => pathname)).toEqual([
      `/sandbox/api/payments/${payInId(1)}`,
      `/sandbox/api/payments/${payInId(1)}/details`,
    ]);
  });
  test('shows the data of the list immediately while its story loads', async () => {
    stubApi((url) => (isDetails(url) ? never() : { body: wirePage([wirePayIn({ paymentId: payInId(1) })]) }));
    const queryClient = createQueryClient();
    await queryClient.fetchQuery(payInListQuery({ page: 0, size: 10 }));
    stubApi(never);
    show(page, queryClient);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Payment of £1,249.50');
    expect(screen.queryByRole('heading', { name: 'What happened' })).not.toBeNull();
  });
  test('shows its story and the next step', async () => {
    openPage();
    show(page);
    await screen.findByText(atBank);
    const story = within(screen.getByRole('region', { name: 'What happened' }));
    expect(story.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      `CreatedPayment started in ${isolate('Webshop')}, order ${isolate('ORD-1001')}.09:05:00 UTC`,
      `${atBank}${isolate('Amelia Wright')} approved the payment.09:05:20 UTC`,
      'Settled£1,249.50 arrived in GBP · Modulr.09:05:40 UTC',
      'No further steps£1,249.50 can still be refunded.',
    ]);
  });
  test('shows all facts: payer, references, account, metadata', async () => {
    openPage();
    show(page);
    await screen.findByRole('region', { name: 'References' });
    expect(fact('Payer', 'Name')).toBe('Amelia Wright');
    expect(fact('Payer', 'Name check')).toBe('Matches 92 of 100');
    expect(fact('References', 'On statement')).toContain('261120090500000ABC');
    expect(fact('Paid into', 'Account')).toBe('GBP · Modulr');
    expect(fact('Paid into', 'Number')).toBe('60-16-13 · 3192 6819');
    expect(fact('Metadata', 'basket')).toBe('7');
    const metadata = within(screen.getByRole('region', { name: 'Metadata' }));
    expect(metadata.getByText('7').closest('[data-personal]')).not.toBeNull();
  });
  test.each([
    ['60-83-71 82475072', '60-83-71 · 8247 5072'],
    ['IE20MODR99008989726790', 'IE20 MODR 9900 8989 7267 90'],
    ['a wallet of 2026', 'a wallet of 2026'],
  ])("formats the payer's account %s like other accounts", async (accountIdentifier, shown) => {
    openPage({ payer: { name: 'Aisha Hughes', email: null, accountIdentifier, address: null, payerIP: null } });
    show(page);
    await screen.findByRole('region', { name: 'References' });
    expect(fact('Payer', 'Account')).toContain(shown);
  });
  test.each([
    [{ enabled: true, score: 80, riskCategory: 'LOW' }, 'Matches 80 of 100'],
    [{ enabled: true, score: 79, riskCategory: 'MEDIUM' }, 'Partly 79 of 100'],
    [{ enabled: true, score: 50, riskCategory: 'MEDIUM' }, 'Partly 50 of 100'],
    [{ enabled: true, score: 49, riskCategory: 'HIGH' }, 'Differs 49 of 100'],
    [{ enabled: true, score: null, riskCategory: 'NA' }, 'Not checked'],
    [{ enabled: false, score: null, riskCategory: null }, 'Not checked'],
  ])('explains the name check %j', async (confirmationOfPayer, words) => {
    openPage({}, { confirmationOfPayer });
    show(page);
    await screen.findByRole('region', { name: 'Payer' });
    expect(fact('Payer', 'Name check')).toBe(words);
  });
  test.each([
    ['HIGH', 40, 'The names differ: check who paid before you hand anything over.'],
    ['MEDIUM', 60, 'The names match only in part: compare them.'],
    ['LOW', 92, 'from 80 the risk is low, below 50 it is high.'],
  ] as const)('explains a risk of %s in place, with both names', async (riskCategory, score, advice) => {
    const payer = { ...payIn().payer, name: 'A Wright' } as WirePayIn['payer'];
    const given = { riskCategory, payer, merchantProvidedPayerDetailsNames: ['Amelia Wright'] };
    openPage(given, { confirmationOfPayer: { enabled: true, score, riskCategory } });
    show(page);
    const part = await screen.findByRole('region', { name: 'Payer' });
    await waitFor(() => expect(part.textContent).toContain('The name check compares the account holder’s name'));
    expect(part.textContent).toContain(advice);
    expect([fact('Payer', 'Name at the bank'), fact('Payer', 'Name given to you')]).toEqual([
      'A Wright',
      'Amelia Wright',
    ]);
  });
  test.each([
    ['COMPLETED', false, 'Paid into your own bank account: refund it from there'],
    ['SETTLED', false, 'Paid into your own bank account: refund it from there'],
    ['COMPLETED', true, 'Not settled'],
    ['FAILED', false, 'Not settled'],
  ] as const)(
    'explains why a %s payment cannot be refunded, with virtual account %s: %s',
    async (paymentStatus, isOurs, why) => {
      openPage({ paymentStatus, isToVirtualAccount: isOurs, canStartRefund: false, amountRefunding: 0 });
      signInWith(['VIEW_ONLY', 'PAY_BY_LINK', 'EDIT_SETTINGS', 'MOVE_MONEY']);
      show(page);
      const button = await screen.findByRole('button', { name: 'Refund…' });
      const described = button.getAttribute('aria-describedby')?.split(' ') ?? [];
      expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(why);
    },
  );
  test('renders with null in all nullable fields', async () => {
    stubApi((url) => ({ body: isDetails(url) ? bareWireDetails() : bareWirePayIn() }));
    show(page);
    await screen.findByRole('region', { name: 'References' });
    expect((await heading()).textContent).toBe('Payment of €0.00');
    expect(screen.queryByText('an unnamed payer')).not.toBeNull();
    const terms = (name: string) =>
      within(screen.getByRole('region', { name }))
        .getAllByRole('term')
        .map(({ textContent }) => textContent);
    expect(screen.queryByRole('region', { name: 'Metadata' })).toBeNull();
    expect([terms('Payer'), terms('Paid into')]).toEqual([['Name check'], ['Account', 'Type']]);
    expect(document.querySelector('dl')?.textContent).not.toContain('–');
    expect(document.body.textContent).not.toMatch(/null|undefined|NaN/);
  });
  test.each(hostileTexts)('shows hostile text %# as plain text', async (text) => {
    const payer = { name: text, email: text, accountIdentifier: text, address: text, payerIP: text };
    openPage(
      { payer, statusTags: [text], merchantReference: text, tracingId: text, merchantPaymentId: text },
      {
        errorDescription: text,
        shopperId: text,
        paymentMetadata: { [text]: text, ['__proto__']: text },
        events: [
          { type: text, atUtc: '2026-11-20T09:05:00.000', actor: text, detail: text },
          { type: 'WEBHOOK_FAILED', atUtc: '2026-11-20T09:05:00.000', actor: text, detail: text },
          { type: 'WEBHOOK_FAILED', atUtc: '2026-11-20T09:05:00.000', actor: text, detail: text },
        ],
      },
    );
    show(page);
    await screen.findByRole('region', { name: 'Metadata' });
    expect(document.querySelector('img, script:not(#settings)')).toBeNull();
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(['/payments/payin', '/receipt']);
    expect(logged.mock.calls).toEqual([]);
  });
  test('keeps the format of an amount beyond the safe integers', async () => {
    const row = JSON.stringify(wirePayIn()).replace('1249.5', '9007199254740993.27');
    stubApi((url) => (isDetails(url) ? { body: wireDetails() } : Promise.resolve(new Response(row))));
    show(page);
    expect((await heading()).textContent).toMatch(/^Payment of £9,007,199,254,740,99\d\.\d\d$/);
  });
});

describe('refunds and webhooks', () => {
  const refund = {
    refundId: 'r1',
    createdAtUtc: '2026-11-20T10:00:00.000',
    updatedAtUtc: '2026-11-20T10:01:00.000',
    refundPaymentReference: null,
    refundPaymentAmount: 200,
    refundPaymentCurrency: 'GBP',
    refundStatus: 'LOST_AT_SEA',
  };
  test('show the refunded amount, also with an unknown state', async () => {
    openPage({ refunds: [refund], amountRefunded: 200, amountRefunding: 49.5 });
    show(page);
    const meter = await screen.findByRole('meter', { name: 'Refunded' });
    expect(meter.getAttribute('aria-valuetext')).toBe('£200.00 of £1,249.50, £49.50 on its way');
    const table = within(screen.getByRole('table', { name: 'Refunds of this payment' }));
    expect(table.queryByText('Lost At Sea')).not.toBeNull();
    expect(table.queryByText('£200.00')).not.toBeNull();
    expect(table.queryByText('No reference')).not.toBeNull();
  });
  test('are left out where there are none', async () => {
    openPage();
    show(page);
    await screen.findByRole('region', { name: 'References' });
    expect(screen.queryByRole('region', { name: 'Refunds' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Webhooks' })).toBeNull();
  });
});

describe('errors', () => {
  test("shows the provider's error for the details on a card below the known data; Try Again? recovers", async () => {
    const edge = stubApi((url) =>
      isDetails(url) ? providerError(404, 'No details are kept.') : { body: wirePayIn() },
    );
    show(page);
    await screen.findByText('No details are kept.');
    expect((await heading()).textContent).toBe('Payment of £1,249.50');
    edge.answer((url) => ({ body: isDetails(url) ? wireDetails() : wirePayIn() }));
    await userEvent.click(screen.getByRole('button', { name: 'Try Again?' }));
    await screen.findByText(atBank);
    expect(onGo).not.toHaveBeenCalled();
  });
  test('redirects to the list once on ‘Failed to fetch data’ (§2, §8)', async () => {
    stubApi((url) => (isDetails(url) ? { status: 400, body: 'a proxy’s page' } : { body: wirePayIn() }));
    show(page);
    await waitFor(() => expect(onGo.mock.calls).toEqual([['/payments/payin']]));
  });
  test('a provider’s error in the same words stays on its card', async () => {
    stubApi(() => providerError(404, 'Failed to fetch data'));
    show(page);
    const leave = vi.fn<() => never>();
    await expect(loadPayment(createQueryClient(), payInId(1), leave)).rejects.toBeInstanceOf(ProviderApiError);
    expect([leave.mock.calls, onGo.mock.calls]).toEqual([[], []]);
  });
  test('treats an invalid response as ‘Failed to fetch data’', async () => {
    stubApi((url) => ({ body: isDetails(url) ? { paymentId: 7 } : wirePayIn() }));
    show(page);
    await waitFor(() => expect(onGo.mock.calls).toEqual([['/payments/payin']]));
  });
  test('keeps the shown data when refetching fails', async () => {
    const edge = openPage();
    const queryClient = show(page);
    await screen.findByText(atBank);
    edge.answer(() => ({ status: 400, body: 'a proxy’s page' }));
    await act(() => queryClient.refetchQueries());
    expect(screen.queryByText(atBank)).not.toBeNull();
    expect(onGo).not.toHaveBeenCalled();
  });
  const leave = (): never => {
    throw new Error('left for the list');
  };
  test('redirects to the list on ‘Failed to fetch data’ before the page is shown', async () => {
    stubApi(() => ({ status: 404, body: 'not here' }));
    await expect(loadPayment(createQueryClient(), payInId(1), leave)).rejects.toThrow('left for the list');
  });
  test('shows a valid provider error on the card before the page is shown', async () => {
    stubApi(() => providerError(404, 'No such payment.'));
    await expect(loadPayment(createQueryClient(), payInId(1), leave)).rejects.toThrow(ProviderApiError);
  });
  test('waits for the payment but not for its story', async () => {
    stubApi((url) => (isDetails(url) ? never() : { body: wirePayIn() }));
    await expect(loadPayment(createQueryClient(), payInId(1), leave)).resolves.toBeUndefined();
  });
});

describe('position in a list', () => {
  const list = (page: number) =>
    rememberPositions({ query: { page, size: 2 }, listHref: '/payments/payin?page=1&heldFilter=HELD', total: 4312 }, [
      payInId(1),
      payInId(2),
    ]);
  test('shows the position and links back to the same list', async () => {
    list(0);
    openPage();
    show(page);
    await screen.findByText('1 of 4,312');
    const back = screen.getByRole('link', { name: 'Pay-ins' });
    expect(back.getAttribute('href')).toBe('/payments/payin?page=1&heldFilter=HELD');
  });
  test.each([
    [']', [2]],
    ['[[', [9, 8]],
  ])('goes one payment further with each %s, also across pages and while one is loading', async (key, neighbours) => {
    list(1);
    stubApi((url) => {
      if (isDetails(url)) return { body: wireDetails() };
      if (!url.pathname.endsWith('/payments')) return { body: wirePayIn() };
      const numbers = url.searchParams.get('page') === '1' ? [1, 2] : [8, 9];
      const rows = numbers.map((each) => wirePayIn({ paymentId: payInId(each) }));
      return { body: wirePage(rows, { size: 2, totalElements: 4312 }) };
    });
    show(page);
    await heading();
    for (const [at, id] of neighbours.entries()) {
      await userEvent.keyboard(key);
      await waitFor(() => expect(onGo.mock.calls[at]).toEqual([`/payments/${payInId(id)}`]));
    }
  });
  test('disables the button at the ends of the list and explains why', async () => {
    list(0);
    openPage();
    show(page);
    const previous = await screen.findByRole('button', { name: 'Previous payment' });
    expect(previous.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(previous);
    expect(onGo).not.toHaveBeenCalled();
  });
  test('shows no neighbours for a payment opened by its URL', async () => {
    openPage();
    show(page);
    await heading();
    expect(screen.queryByRole('button', { name: 'Next payment' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Pay-ins' }).getAttribute('href')).toBe('/payments/payin');
  });
});

test('shows the raw payment as the API returns it', async () => {
  openPage();
  show(page);
  await screen.findByText(atBank);
  await userEvent.click(screen.getByRole('button', { name: 'JSON' }));
  const pre = await screen.findByLabelText('JSON', { selector: 'pre' });
  // Free text of a refund can contain personal data.
  expect(pre.querySelector('[data-personal]')?.textContent).toBe(pre.textContent);
  const text = pre.textContent ?? '';
  expect(JSON.parse(text).payment.paymentRequest).toEqual(wirePayIn().paymentRequest);
  expect(JSON.parse(text).details.events).toHaveLength(3);
  expect(payIn().paymentRequest.amount).toBe(124_950);
});
