import { getStatement } from '@volume/contract/balances/balances.ts';
import { bookExchange, listExchanges, quoteExchange } from '@volume/contract/balances/exchange.ts';
import { stepUp } from '@volume/contract/session/session.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids, password } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const funds = 500_000;
let database: Database;
let app: TestApp;
let token: string;
/** A new pair of accounts for every test, so that all start with the same balance. */
let gbp = 0;
let eur = 0;

beforeAll(async () => {
  database = await openPeople();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.query('DELETE FROM throttle_counters');
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  token = await signInAs(app, 'editor');
  gbp = eur + 1;
  eur = gbp + 1;
  const books = await seedAccount(app.services, { ...params, payInAccountId: gbp, currency: 'GBP' });
  await seedAccount(app.services, { ...params, payInAccountId: eur, currency: 'EUR' });
  await seedPayment(app.services, { books, applicationId: ids.harbourShop, amount: funds });
});

const key = () => ({ 'idempotency-key': crypto.randomUUID() });
const quote = (body: object) =>
  app.call(quoteExchange, { token, params, body: { fromPayInAccountId: gbp, toPayInAccountId: eur, ...body } });
const book = (quoteId: string, headers: Record<string, string> = key()) =>
  app.call(bookExchange, { token, params, body: { quoteId }, headers });
const booksOf = (payInAccountId: number, currency: 'GBP' | 'EUR') =>
  readBooks(database, { merchantId: ids.harbour, payInAccountId, currency });

test('a quote moves no money; booking moves both legs, and statement and history agree', async () => {
  const quoted = (await quote({ sellAmount: 100 })).value();
  expect(quoted).toMatchObject({ sellAmount: 10_000, sellCurrency: 'GBP', buyCurrency: 'EUR', fee: 10 });
  expect(quoted.buyAmount).toBe(Math.floor((9_990 * Math.round(quoted.rate * 1e6)) / 1e6));
  expect(await booksOf(gbp, 'GBP')).toMatchObject({ AVAILABLE: funds, FEES: 0 });

  const booked = (await book(quoted.quoteId)).value();
  expect(booked).toMatchObject({ status: 'COMPLETED', buyAmount: quoted.buyAmount, createdBy: 'editor@test.example' });
  expect(await booksOf(gbp, 'GBP')).toMatchObject({ AVAILABLE: funds - 10_000, EXCHANGE: 9_990, FEES: 10 });
  expect(await booksOf(eur, 'EUR')).toMatchObject({ AVAILABLE: quoted.buyAmount, EXCHANGE: -quoted.buyAmount });
  const statement = await app.call(getStatement, { token, params: { ...params, payInAccountId: String(eur) } });
  expect(statement.value()).toMatchObject({
    closingBalance: quoted.buyAmount,
    content: [{ kind: 'EXCHANGE', amount: quoted.buyAmount, exchangeId: booked.exchangeId }],
  });
  const history = (await app.call(listExchanges, { token, params, query: 'size=1' })).value();
  expect(history.content).toEqual([booked]);
});

test('a quote for an amount to buy is for exactly that amount, in both directions', async () => {
  const amounts = fc.integer({ min: 1, max: 90_000 });
  const property = fc.asyncProperty(amounts, fc.boolean(), async (minor, isReverse) => {
    const way = isReverse ? { fromPayInAccountId: eur, toPayInAccountId: gbp } : {};
    const bought = (await quote({ ...way, buyAmount: minor / 100 })).value();
    expect(bought.buyAmount).toBe(minor);
    // Selling one penny less would buy less: the quote takes no more than needed.
    const net = (bought.sellAmount - bought.fee - 1) * bought.rate;
    expect(Math.floor(net + 1e-9)).toBeLessThan(minor);
    expect(bought.fee).toBe(Math.ceil(bought.sellAmount / 1000));
  });
  await fc.assert(property, { numRuns: 40 });
});

test('the rate changes over time, is the same at the same moment, and is below the mid-market rate', async () => {
  const first = (await quote({ sellAmount: 10 })).value();
  const same = (await quote({ sellAmount: 10 })).value();
  expect(same.rate).toBe(first.rate);
  expect(first.rate).toBeLessThan(first.midRate);
  app.pass({ seconds: 30 });
  const later = (await quote({ sellAmount: 10 })).value();
  expect(later.midRate).not.toBe(first.midRate);
  expect(Math.abs(later.midRate / first.midRate - 1)).toBeLessThan(0.01);
});

describe('a quote', () => {
  test('expires after 30 seconds, to the millisecond', async () => {
    const quoted = (await quote({ sellAmount: 1 })).value();
    const other = (await quote({ sellAmount: 1 })).value();
    app.pass({ seconds: 29.999 });
    expect((await book(quoted.quoteId)).status).toBe(200);
    app.pass({ seconds: 0.001 });
    expect((await book(other.quoteId)).status).toBe(410);
  });

  test('can be used once; the same key returns the first exchange, also after the quote expired', async () => {
    const { quoteId } = (await quote({ sellAmount: 5 })).value();
    const headers = key();
    const first = (await book(quoteId, headers)).value();
    app.pass({ minutes: 5 });
    expect((await book(quoteId, headers)).value()).toEqual(first);
    expect((await book(quoteId)).status).toBe(409);
    expect(await booksOf(gbp, 'GBP')).toMatchObject({ AVAILABLE: funds - 500 });
  });

  test('makes one exchange when twenty calls race for it', async () => {
    const { quoteId } = (await quote({ sellAmount: 5 })).value();
    const answers = await Promise.all(Array.from({ length: 20 }, () => book(quoteId)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    expect(await booksOf(gbp, 'GBP')).toMatchObject({ AVAILABLE: funds - 500 });
  });

  test('above the available balance is rejected and leaves the ledger unchanged, also with concurrent calls', async () => {
    const quotes = await Promise.all(Array.from({ length: 9 }, async () => (await quote({ sellAmount: 800 })).value()));
    const answers = await Promise.all(quotes.map(({ quoteId }) => book(quoteId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    const refused = answers.filter(({ status }) => status === 422);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.problem()).toMatchObject({ source: 'VOLUME', statusName: 'UNPROCESSABLE_ENTITY' });
    expect(await booksOf(gbp, 'GBP')).toMatchObject({ AVAILABLE: funds - 480_000 });
  });
});

test('above the threshold an exchange needs a step-up and succeeds with it', async () => {
  const { quoteId } = (await quote({ sellAmount: 1_000.01 })).value();
  const refused = await book(quoteId);
  expect([refused.status, refused.problem().statusName]).toEqual([403, 'STEP_UP_REQUIRED']);
  const { stepUpToken } = (await app.call(stepUp, { token, body: { password } })).value();
  expect((await book(quoteId, { ...key(), 'x-step-up': stepUpToken })).status).toBe(200);
});

test.each([
  ['both amounts', () => ({ sellAmount: 1, buyAmount: 1 }), 400],
  ['no amount', () => ({}), 400],
  ['a third of a penny', () => ({ sellAmount: 1.001 }), 400],
  ['the same account twice', () => ({ toPayInAccountId: gbp, sellAmount: 1 }), 422],
  ['an account that is not there', () => ({ toPayInAccountId: 999, sellAmount: 1 }), 404],
  ['so little that nothing is bought', () => ({ sellAmount: 0.01 }), 422],
])('rejects a quote of %s', async (_, body, status) => {
  expect((await quote(body())).status).toBe(status);
});

test('the ledger passes the audit after all of these tests', async () => {
  expect(await audit(database)).toEqual([]);
});

test('quotes 120 exchanges a minute for one user', async () => {
  for (let at = 0; at < 120; at++) expect((await quote({ sellAmount: 1 })).status).toBe(200);
  const count = () => database.query('SELECT 1 FROM exchange_quotes');
  const before = await count();
  const refused = await quote({ sellAmount: 1 });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect(await count()).toEqual(before);
  token = await signInAs(app, 'merchantadmin');
  expect((await quote({ sellAmount: 1 })).status).toBe(200);
});
