import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { isolate } from '#design/text/format-text.ts';
import { titlePage } from '#platform/document-title.ts';
import { ProviderApiError } from '#platform/errors.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession, sessionKeys } from '#platform/session/session.ts';
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
import { never, providerError, standAtEdge } from '#features/pay-ins/testing/stand-at-edge.ts';
import { PaymentPage } from './payment-page.tsx';

const onGo = vi.fn<(href: string) => void>();
let logged: { mock: { calls: unknown[][] } };

// Compiling what comes late takes longer than a person would wait for it.
beforeAll(() => import('#design/overlay/panels/dialog-panel.tsx'));
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
const standing = (row: Partial<WirePayIn> = {}, details: Partial<WireDetails> = {}) =>
  standAtEdge((url) => ({ body: isDetails(url) ? wireDetails(details) : wirePayIn(row) }));

function signIn(authorities: readonly string[]): void {
  const claims = { jti: 'j', iat: 1, sub: 's', iss: 'i', userAccountId: 'u', exp: Date.now() / 1000 + 3600 };
  localStorage.setItem(sessionKeys.token, `e30.${btoa(JSON.stringify({ ...claims, merchantId: 'm', authorities }))}.s`);
  localStorage.setItem(sessionKeys.email, 'maya@shop.example');
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
  test('says state and sum first, from whom and when', async () => {
    standing({ statusTags: ['HELD'] });
    show(page);
    expect((await heading()).textContent).toBe('Payment of £1,249.50');
    expect(screen.getAllByText('Settled')[0]).toBeDefined();
    expect(screen.getByText('Held')).toBeDefined();
    expect(screen.getByText('20 Nov 2026, 09:05 UTC')).toBeDefined();
    expect(screen.getByText(/yesterday/)).toBeDefined();
  });
  test('names its tab by its sum and its payer, and gives the title back when it is left', async () => {
    standing();
    titlePage('Payment');
    show(page);
    await heading();
    expect(document.title).toBe('[Sandbox] £1,249.50 Amelia Wright · Volume');
    titlePage('Payment');
    expect(document.title).toBe('[Sandbox] £1,249.50 Amelia Wright · Volume');
    cleanup();
    expect(document.title).toBe('[Sandbox] Payment · Volume');
  });
  test('tells its story from left to right, whatever script a name in it is of', async () => {
    standing({ payer: { ...payIn().payer, name: 'محمد' } as WirePayIn['payer'] });
    show(page);
    const sentence = await screen.findByText(/approved the payment\.$/);
    expect(sentence.textContent).toContain('محمد');
    expect([sentence.tagName, sentence.dir]).toEqual(['SPAN', 'ltr']);
  });
  test('asks for both its answers at once', () => {
    const edge = standAtEdge(never);
    show(page);
    expect(edge.sent.map(({ pathname }) => pathname)).toEqual([
      `/sandbox/api/payments/${payInId(1)}`,
      `/sandbox/api/payments/${payInId(1)}/details`,
    ]);
  });
  test('seen in a list stands at once with what the list knew, its story on the way', async () => {
    standAtEdge((url) => (isDetails(url) ? never() : { body: wirePage([wirePayIn({ paymentId: payInId(1) })]) }));
    const queryClient = createQueryClient();
    await queryClient.fetchQuery(payInListQuery({ page: 0, size: 10 }));
    standAtEdge(never);
    show(page, queryClient);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Payment of £1,249.50');
    expect(screen.getByRole('heading', { name: 'What happened' })).toBeDefined();
  });
  test('shows its story, then what comes next', async () => {
    standing();
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
  test('holds every fact: payer, references, account, metadata', async () => {
    standing();
    show(page);
    await screen.findByRole('region', { name: 'References' });
    expect(fact('Payer', 'Name')).toBe('Amelia Wright');
    expect(fact('Payer', 'Name check')).toBe('Matches 92 of 100');
    expect(fact('References', 'On statement')).toContain('261120090500000ABC');
    expect(fact('Paid into', 'Account')).toBe('GBP · Modulr');
    expect(fact('Paid into', 'Number')).toBe('60-16-13 · 3192 6819');
    expect(fact('Metadata', 'basket')).toBe('7');
  });
  test.each([
    ['60-83-71 82475072', '60-83-71 · 8247 5072'],
    ['IE20MODR99008989726790', 'IE20 MODR 9900 8989 7267 90'],
    ['a wallet of 2026', 'a wallet of 2026'],
  ])('writes the payer’s account %s as accounts are written elsewhere', async (accountIdentifier, shown) => {
    standing({ payer: { name: 'Aisha Hughes', email: null, accountIdentifier, address: null, payerIP: null } });
    show(page);
    await screen.findByRole('region', { name: 'References' });
    expect(fact('Payer', 'Account')).toContain(shown);
  });
  test.each([
    [{ enabled: true, score: 80, riskCategory: 'LOW' }, 'Matches 80 of 100'],
    [{ enabled: true, score: 79, riskCategory: 'MEDIUM' }, 'Partly 79 of 100'],
    [{ enabled: true, score: 50, riskCategory: 'MEDIUM' }, 'Partly 50 of 100'],
    [{ enabled: true, score: 49, riskCategory: 'HIGH' }, 'Differs 49 of 100'],
    [{ enabled: true, score: null, riskCategory: 'NA' }, 'No name to check'],
    [{ enabled: false, score: null, riskCategory: null }, 'Off'],
  ])('explains the name check %j', async (confirmationOfPayer, words) => {
    standing({}, { confirmationOfPayer });
    show(page);
    await screen.findByRole('region', { name: 'Payer' });
    expect(fact('Payer', 'Name check')).toBe(words);
  });
  test.each([
    ['HIGH', 40, 'The names differ: check who paid before you hand anything over.'],
    ['MEDIUM', 60, 'The names match in part: look at both.'],
    ['LOW', 92, 'from 80 the risk is low, below 50 it is high.'],
  ] as const)('explains a risk of %s where it stands, both names beside it', async (riskCategory, score, advice) => {
    const payer = { ...payIn().payer, name: 'A Wright' } as WirePayIn['payer'];
    const given = { riskCategory, payer, merchantProvidedPayerDetailsNames: ['Amelia Wright'] };
    standing(given, { confirmationOfPayer: { enabled: true, score, riskCategory } });
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
    'says why one %s cannot be refunded, paid into a virtual account or not: %s',
    async (paymentStatus, isOurs, why) => {
      standing({ paymentStatus, isToVirtualAccount: isOurs, canStartRefund: false, amountRefunding: 0 });
      signIn(['VIEW_ONLY', 'PAY_BY_LINK', 'EDIT_SETTINGS', 'MOVE_MONEY']);
      show(page);
      const button = await screen.findByRole('button', { name: 'Refund…' });
      const described = button.getAttribute('aria-describedby')?.split(' ') ?? [];
      expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(why);
    },
  );
  test('with nothing in any nullable field still reads', async () => {
    standAtEdge((url) => ({ body: isDetails(url) ? bareWireDetails() : bareWirePayIn() }));
    show(page);
    await screen.findByRole('region', { name: 'References' });
    expect((await heading()).textContent).toBe('Payment of €0.00');
    expect(screen.getByText('an unnamed payer')).toBeDefined();
    expect(fact('Payer', 'Account')).toBe('–');
    expect(fact('Paid into', 'Holder')).toBe('–');
    expect(document.body.textContent).not.toMatch(/null|undefined|NaN/);
  });
  test.each(hostileTexts)('takes hostile text %# for text and nothing else', async (text) => {
    const payer = { name: text, email: text, accountIdentifier: text, address: text, payerIP: text };
    standing(
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
  test('an amount beyond exact numbers keeps its shape', async () => {
    const row = JSON.stringify(wirePayIn()).replace('1249.5', '9007199254740993.27');
    standAtEdge((url) => (isDetails(url) ? { body: wireDetails() } : Promise.resolve(new Response(row))));
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
  test('say how much went back, state nobody knows included', async () => {
    standing({ refunds: [refund], amountRefunded: 200, amountRefunding: 49.5 });
    show(page);
    const meter = await screen.findByRole('meter', { name: 'Refunded' });
    expect(meter.getAttribute('aria-valuetext')).toBe('£200.00 of £1,249.50, £49.50 on its way');
    const table = within(screen.getByRole('table', { name: 'Refunds of this payment' }));
    expect(table.getByText('Lost At Sea')).toBeDefined();
    expect(table.getByText('£200.00')).toBeDefined();
    expect(table.getByText('No reference')).toBeDefined();
  });
  test('are not mentioned where there are none', async () => {
    standing();
    show(page);
    await screen.findByRole('region', { name: 'References' });
    expect(screen.queryByRole('region', { name: 'Refunds' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Webhooks' })).toBeNull();
  });
});

describe('errors', () => {
  test('a provider’s refusal of the details stands on the card, below what is known; Try Again? recovers', async () => {
    const edge = standAtEdge((url) =>
      isDetails(url) ? providerError(404, 'No details are kept.') : { body: wirePayIn() },
    );
    show(page);
    expect(await screen.findByText('No details are kept.')).toBeDefined();
    expect((await heading()).textContent).toBe('Payment of £1,249.50');
    edge.answer((url) => ({ body: isDetails(url) ? wireDetails() : wirePayIn() }));
    await userEvent.click(screen.getByRole('button', { name: 'Try Again?' }));
    expect(await screen.findByText(atBank)).toBeDefined();
    expect(onGo).not.toHaveBeenCalled();
  });
  test('‘Failed to fetch data’ leads to the list, once (§2, §8)', async () => {
    standAtEdge((url) => (isDetails(url) ? { status: 400, body: 'a proxy’s page' } : { body: wirePayIn() }));
    show(page);
    await waitFor(() => expect(onGo.mock.calls).toEqual([['/payments/payin']]));
  });
  test('an answer of another shape is ‘Failed to fetch data’ too', async () => {
    standAtEdge((url) => ({ body: isDetails(url) ? { paymentId: 7 } : wirePayIn() }));
    show(page);
    await waitFor(() => expect(onGo.mock.calls).toEqual([['/payments/payin']]));
  });
  test('what stands stays when reading it again fails', async () => {
    const edge = standing();
    const queryClient = show(page);
    await screen.findByText(atBank);
    edge.answer(() => ({ status: 400, body: 'a proxy’s page' }));
    await act(() => queryClient.refetchQueries());
    expect(screen.getByText(atBank)).toBeDefined();
    expect(onGo).not.toHaveBeenCalled();
  });
  const leave = (): never => {
    throw new Error('left for the list');
  };
  test('before the page stands, ‘Failed to fetch data’ leads to the list too', async () => {
    standAtEdge(() => ({ status: 404, body: 'not here' }));
    await expect(loadPayment(createQueryClient(), payInId(1), leave)).rejects.toThrow('left for the list');
  });
  test('before the page stands, a valid provider error goes on to the card', async () => {
    standAtEdge(() => providerError(404, 'No such payment.'));
    await expect(loadPayment(createQueryClient(), payInId(1), leave)).rejects.toThrow(ProviderApiError);
  });
  test('the page waits for the payment, not for its story', async () => {
    standAtEdge((url) => (isDetails(url) ? never() : { body: wirePayIn() }));
    await expect(loadPayment(createQueryClient(), payInId(1), leave)).resolves.toBeUndefined();
  });
});

describe('in the list one came from', () => {
  const list = (page: number) =>
    rememberPositions({ query: { page, size: 2 }, listHref: '/payments/payin?page=1&heldFilter=HELD', total: 4312 }, [
      payInId(1),
      payInId(2),
    ]);
  test('it says where it stands, and goes back to the very list', async () => {
    list(0);
    standing();
    show(page);
    expect(await screen.findByText('1 of 4,312')).toBeDefined();
    const back = screen.getByRole('link', { name: 'Pay-ins' });
    expect(back.getAttribute('href')).toBe('/payments/payin?page=1&heldFilter=HELD');
  });
  test.each([
    [']', payInId(2)],
    ['[', payInId(9)],
  ])('the key %s goes to the payment beside it, over the page’s edge too', async (key, id) => {
    list(1);
    standAtEdge((url) => {
      if (isDetails(url)) return { body: wireDetails() };
      if (!url.pathname.endsWith('/payments')) return { body: wirePayIn() };
      const ids = url.searchParams.get('page') === '1' ? [payInId(1), payInId(2)] : [payInId(8), payInId(9)];
      return {
        body: wirePage(
          ids.map((paymentId) => wirePayIn({ paymentId })),
          { size: 2, totalElements: 4312 },
        ),
      };
    });
    show(page);
    await heading();
    await userEvent.keyboard(key === '[' ? '[[' : ']');
    await waitFor(() => expect(onGo.mock.calls).toEqual([[`/payments/${id}`]]));
  });
  test('at its ends there is no further, and the button says so', async () => {
    list(0);
    standing();
    show(page);
    const previous = await screen.findByRole('button', { name: 'Previous payment' });
    expect(previous.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(previous);
    expect(onGo).not.toHaveBeenCalled();
  });
  test('reached by its address alone, it stands by itself', async () => {
    standing();
    show(page);
    await heading();
    expect(screen.queryByRole('button', { name: 'Next payment' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Pay-ins' }).getAttribute('href')).toBe('/payments/payin');
  });
});

test('the raw payment can be read as the API answers it', async () => {
  standing();
  show(page);
  await screen.findByText(atBank);
  await userEvent.click(screen.getByRole('button', { name: 'JSON' }));
  const pre = await screen.findByLabelText('JSON', { selector: 'pre' });
  // What somebody wrote about a refund may say anything of anybody.
  expect(pre.querySelector('[data-personal]')?.textContent).toBe(pre.textContent);
  const text = pre.textContent ?? '';
  expect(JSON.parse(text).payment.paymentRequest).toEqual(wirePayIn().paymentRequest);
  expect(JSON.parse(text).details.events).toHaveLength(3);
  expect(payIn().paymentRequest.amount).toBe(124_950);
});
