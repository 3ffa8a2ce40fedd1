import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { bookExchange, quoteExchange } from '@volume/contract/balances/exchange.ts';
import { cancelPaymentLink, createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const key = () => ({ 'idempotency-key': crypto.randomUUID() });
let database: Database;
let api: TestApp;
let people: Record<'editor' | 'viewer' | 'reader', string>;
let pounds: Books;
let euros: Books;
let paymentId: string;
let accounts = 0;

beforeAll(async () => {
  database = await openPeople();
});
afterAll(() => database.close());
beforeEach(async () => {
  api = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  const signIn = (name: 'editor' | 'viewer' | 'reader') => signInAs(api, name);
  people = { editor: await signIn('editor'), viewer: await signIn('viewer'), reader: await signIn('reader') };
  const open = (currency: 'GBP' | 'EUR') =>
    seedAccount(api.services, { ...params, payInAccountId: (accounts += 1), currency });
  [pounds, euros] = [await open('GBP'), await open('EUR')];
  paymentId = await seedPayment(api.services, { books: pounds, applicationId: params.applicationId, amount: 10_000 });
});

type CallInput = Parameters<TestApp['call']>[1];
const as = (name: keyof typeof people, endpoint: AnyEndpoint, input: CallInput) =>
  api.call(endpoint, { headers: key(), token: people[name], ...input });
const refund = (name: keyof typeof people, amount: number) =>
  as(name, startRefund, { params: { paymentId }, body: { refundPaymentAmount: amount } });
const payOut = (name: keyof typeof people, amount: number) =>
  as(name, makePayout, { params, body: { payInAccountId: pounds.payInAccountId, amount } });
const book = (quoteId: string) => as('editor', bookExchange, { params, body: { quoteId } });

async function quote(sellAmount: number): Promise<string> {
  const body = { fromPayInAccountId: pounds.payInAccountId, toPayInAccountId: euros.payInAccountId, sellAmount };
  return (await api.call(quoteExchange, { params, body, token: people.editor })).value().quoteId;
}

async function expireLink(): Promise<string> {
  const paymentRequest = { currency: 'GBP', amount: 5, reference: 'OVER' };
  const body = { applicationId: params.applicationId, merchantPaymentId: 'OVER', paymentRequest };
  const link = await api.call(createPaymentLink, { body, headers: key(), token: people.editor });
  const { paymentIntentId } = link.value();
  await as('editor', cancelPaymentLink, { params: { paymentIntentId } });
  return paymentIntentId;
}

/** Each refusal: the call, its status, and its message. */
const refusals: [name: string, status: number, words: RegExp, run: () => Promise<{ status: number; text: string }>][] =
  [
    [
      'a refund of too much',
      422,
      /^Only 100.00 GBP of this payment can still be refunded\.$/,
      () => refund('editor', 100.01),
    ],
    ['a payout above the balance', 422, /available balance of the account is too low/, () => payOut('editor', 100.01)],
    [
      'a second refund while one runs',
      409,
      /already in progress/,
      async () => (await refund('editor', 1), refund('editor', 1)),
    ],
    [
      'a refund of what was paid out',
      422,
      /available balance .* too low/,
      async () => (await payOut('editor', 99.5), refund('editor', 1)),
    ],
    ['an exchange above the balance', 422, /available balance .* too low/, async () => book(await quote(100.01))],
    [
      'an expired quote',
      410,
      /This quote has expired/,
      async () => {
        const quoteId = await quote(1);
        api.pass({ seconds: 30 });
        return book(quoteId);
      },
    ],
    [
      'a quote that was used',
      409,
      /already used/,
      async () => {
        const quoteId = await quote(1);
        await book(quoteId);
        return book(quoteId);
      },
    ],
    [
      'cancelling a link that has ended',
      409,
      /./,
      async () => as('editor', cancelPaymentLink, { params: { paymentIntentId: await expireLink() } }),
    ],
    ['a refund by someone who may only look', 403, /./, () => refund('viewer', 1)],
    ['a payout by someone who may only look', 403, /./, () => payOut('viewer', 1)],
    ['a refund by an administrator who only reads', 403, /./, () => refund('reader', 1)],
    ['a payout by an administrator who only reads', 403, /./, () => payOut('reader', 1)],
  ];

const booksNow = async () => ({ pounds: await readBooks(database, pounds), euros: await readBooks(database, euros) });

test.each(refusals)(
  '%s returns %i in our words, with a trace id, and leaves the books unchanged',
  async (_, status, words, run) => {
    // A call that was correctly accepted before the refusal must stay booked.
    const done = await booksNow();
    const answer = await run();
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toEqual({
      statusCode: status,
      statusName: expect.stringMatching(/^[A-Z_]+$/),
      errorMessage: expect.stringMatching(words),
      traceId: expect.stringMatching(/^[0-9a-f]{16}$/),
      source: 'VOLUME',
      code: expect.stringMatching(/^[A-Z_]+$/),
    });
    const after = await booksNow();
    expect(sum(after.pounds)).toBe(0);
    expect(sum(after.euros)).toBe(0);
    if (!rightlyMoved.has(_)) expect(after).toEqual(done);
  },
);

test.each(['refund', 'payout'])('a %s that the account provider refuses leaves the books unchanged', async (kind) => {
  const before = await booksNow();
  const made = await (kind === 'refund' ? refund : payOut)('editor', 66.01);
  expect([200, 201]).toContain(made.status);
  expect(await booksNow()).not.toEqual(before);
  await api.runDueWork();
  expect(await booksNow()).toEqual(before);
});

/** These cases make one valid call before the refused one. */
const rightlyMoved = new Set([
  'a second refund while one runs',
  'a refund of what was paid out',
  'a quote that was used',
]);
const sum = (books: Record<string, number>) => Object.values(books).reduce((total, balance) => total + balance, 0);

test('the audit finds no fault afterwards', async () => {
  expect(await audit(database)).toEqual([]);
});
