import { bookExchange, quoteExchange } from '@volume/contract/balances/exchange.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { countDeadlocks } from './count-deadlocks.ts';
import { createNaiveTwin } from './naive-twin.ts';

const rounds = process.env['TEST_COUNTS'] === 'full' ? 200 : 2;
const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const twenty = Array.from({ length: 20 }, (_, index) => index);
interface Answer {
  status: number;
  text: string;
}
const patience = 20_000 + rounds * 3_000;

let database: Database;
let api: TestApp;
let token: string;
/** Two hundred rounds move more in a day than is allowed without a step-up. */
let proof: Record<string, string>;
let accounts = 0;

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database, { settings: { signInsPerMinute: 1_000_000 } });
  await begin();
});
afterAll(() => database.close());

async function begin(): Promise<void> {
  token = await signInAs(api, 'editor');
  proof = await proved(api, token);
}
async function openAccount(currency: 'GBP' | 'EUR' = 'GBP'): Promise<Books> {
  accounts += 1;
  return seedAccount(api.services, { ...params, payInAccountId: accounts, currency });
}
/** Runs the calls of one round concurrently; sometimes the audit reads the books in the middle of them. */
async function concurrency<T>(round: number, calls: readonly Promise<T>[]): Promise<T[]> {
  const auditing = round % 20 === 0 ? audit(database) : Promise.resolve([]);
  const answers = await Promise.all(calls);
  expect(await auditing).toEqual([]);
  return answers;
}
const all = (call: () => Promise<Answer>) => twenty.map(call);
const pay = (books: Books, amount: number) =>
  seedPayment(api.services, { books, applicationId: ids.harbourShop, amount });
const refund = (paymentId: string, amount: number, key: string = crypto.randomUUID()) =>
  api.call(startRefund, {
    params: { paymentId },
    body: { refundPaymentAmount: amount / 100 },
    token,
    headers: { 'idempotency-key': key, ...proof },
  });
const payOut = (books: Books, amount: number, key: string = crypto.randomUUID()) =>
  api.call(makePayout, {
    params,
    body: { payInAccountId: books.payInAccountId, amount: amount / 100 },
    token,
    headers: { 'idempotency-key': key, ...proof },
  });
const book = (quoteId: string, key: string = crypto.randomUUID()) =>
  api.call(bookExchange, { params, body: { quoteId }, token, headers: { 'idempotency-key': key } });
async function quote(from: Books, to: Books, amount: number): Promise<string> {
  const body = {
    fromPayInAccountId: from.payInAccountId,
    toPayInAccountId: to.payInAccountId,
    sellAmount: amount / 100,
  };
  return (await api.call(quoteExchange, { params, body, token })).value().quoteId;
}
const count = (answers: { status: number }[], status: number): number =>
  answers.filter((each) => each.status === status).length;
async function settle(): Promise<void> {
  await api.runDueWork();
  api.pass({ seconds: 20 });
  await api.runDueWork();
  // Two hundred rounds take longer than a session.
  await begin();
}

describe(`${rounds} rounds of 20 concurrent calls`, () => {
  test('start one refund of a payment at a time, and never exceed its amount', { timeout: patience }, async () => {
    const books = await openAccount();
    for (let round = 0; round < rounds; round++) {
      const paymentId = await pay(books, 1000);
      const answers = await concurrency(
        round,
        all(() => refund(paymentId, 600)),
      );
      expect([count(answers, 201), count(answers, 409)]).toEqual([1, 19]);
      await settle();
      const rest = await Promise.all(twenty.map(() => refund(paymentId, 600)));
      expect(count(rest, 422)).toBe(20);
    }
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: rounds * 400, PENDING_OUT: 0 });
  });

  test('concurrent payouts of one account pay no more than it has', { timeout: patience }, async () => {
    for (let round = 0; round < rounds; round++) {
      const books = await openAccount();
      await pay(books, 1000);
      const answers = await concurrency(
        round,
        all(() => payOut(books, 150)),
      );
      expect([count(answers, 200), count(answers, 422)]).toEqual([6, 14]);
      expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 100, PENDING_OUT: 900 });
    }
    await settle();
  });

  test('with one key act once and get the same response', { timeout: patience }, async () => {
    const books = await openAccount();
    for (let round = 0; round < rounds; round++) {
      const paymentId = await pay(books, 1000);
      const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
      const refunds = await concurrency(
        round,
        all(() => refund(paymentId, 300, one)),
      );
      const payouts = await concurrency(
        round,
        all(() => payOut(books, 500, other)),
      );
      expect(new Set(refunds.map(({ text }) => text)).size).toBe(1);
      expect(new Set(payouts.map(({ text }) => text)).size).toBe(1);
      await settle();
    }
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: rounds * 200, SETTLEMENT: -rounds * 200 });
  });

  test('book one quote once, and the others get 409', { timeout: patience }, async () => {
    const [from, to] = [await openAccount(), await openAccount('EUR')];
    await pay(from, rounds * 1000);
    for (let round = 0; round < rounds; round++) {
      const quoteId = await quote(from, to, 500);
      const answers = await concurrency(
        round,
        all(() => book(quoteId)),
      );
      expect([count(answers, 200), count(answers, 409)]).toEqual([1, 19]);
      const [again, key] = [await quote(from, to, 500), crypto.randomUUID()];
      const same = await Promise.all(all(() => book(again, key)));
      expect(new Set(same.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      await settle();
    }
    expect(await readBooks(database, from)).toMatchObject({ AVAILABLE: 0, EXCHANGE: rounds * 998, FEES: rounds * 2 });
    const bought = await readBooks(database, to);
    expect(bought['AVAILABLE']).toBe(-(bought['EXCHANGE'] ?? 0));
  });

  test('exchange both ways and pay out without a deadlock or a negative balance', { timeout: patience }, async () => {
    const [gbp, eur] = [await openAccount(), await openAccount('EUR')];
    for (let round = 0; round < rounds; round++) {
      await Promise.all([pay(gbp, 1000), pay(eur, 1000)]);
      const quotes = await Promise.all(
        twenty.map((index) => (index % 2 === 0 ? quote(gbp, eur, 300) : quote(eur, gbp, 300))),
      );
      const calls = quotes.flatMap((quoteId): Promise<Answer>[] => [book(quoteId), payOut(gbp, 200)]);
      const answers = await concurrency(round, calls);
      expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);
      await settle();
    }
  });

  test(
    'refund, pay out and process provider updates concurrently without a deadlock',
    { timeout: patience },
    async () => {
      const books = await openAccount();
      for (let round = 0; round < rounds; round++) {
        const payments = await Promise.all(twenty.map(() => pay(books, 1000)));
        const answers = await Promise.all(
          payments.flatMap((paymentId) => [refund(paymentId, 700), payOut(books, 300), api.runDueWork()]),
        );
        expect(answers.filter((each) => typeof each === 'object' && each.status >= 500)).toEqual([]);
        await settle();
      }
      expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 0, PENDING_OUT: 0, SETTLEMENT: 0 });
    },
  );

  test('leave books that pass the audit, without deadlocks', async () => {
    expect(await audit(database)).toEqual([]);
    expect(await countDeadlocks(database)).toBe(0);
  });
});

describe('the naive twin, which reads and then writes', () => {
  const isParallel = () => database.kind === 'postgres';

  test('over-refunds when calls really run concurrently', { timeout: patience }, async () => {
    const twin = await createNaiveTwin(database, 1000);
    await Promise.all(twenty.map(() => twin.take(600)));
    expect(await twin.taken()).toBeGreaterThan(isParallel() ? 1000 : 0);
  });

  test('acts twice for one key when calls really run concurrently', { timeout: patience }, async () => {
    const twin = await createNaiveTwin(database, 1_000_000);
    const key = crypto.randomUUID();
    await Promise.all(twenty.map(() => twin.takeOnce(key, 300)));
    expect(await twin.taken()).toBeGreaterThan(isParallel() ? 300 : 0);
  });
});
