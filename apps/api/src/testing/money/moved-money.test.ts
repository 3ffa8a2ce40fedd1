import { cancelOrder } from '@volume/contract/approvals/approvals.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import type { Books } from '#ledger/transfer.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids, type TestPerson } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const rounds = process.env['TEST_COUNTS'] === 'full' ? 50 : 2;
let database: Database;
let api: TestApp;
let accounts = 0;
let pounds: Books;

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
});
beforeEach(async () => {
  // A day later: each test starts with nothing moved.
  api.pass({ hours: 25 });
  pounds = await openAccount('GBP');
});
afterAll(() => database.close());

/** An account with 10,000.00 from one payment. */
async function openAccount(currency: 'GBP' | 'EUR'): Promise<Books> {
  accounts += 1;
  const account = { ...params, payInAccountId: accounts, currency } as const;
  const books = await seedAccount(api.services, account);
  await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 1_000_000 });
  return books;
}

interface Sent {
  by?: TestPerson;
  books?: Books;
  key?: string;
  isProved?: boolean;
}
async function payOut(amount: number, sent: Sent = {}) {
  const token = await signInAs(api, sent.by ?? 'editor');
  const headers = {
    'idempotency-key': sent.key ?? crypto.randomUUID(),
    ...(sent.isProved && (await proved(api, token))),
  };
  const body = { payInAccountId: (sent.books ?? pounds).payInAccountId, amount };
  return api.call(makePayout, { params, body, token, headers });
}
async function refund(amount: number) {
  const paymentId = await seedPayment(api.services, {
    books: pounds,
    applicationId: ids.harbourShop,
    amount: 1_000_000,
  });
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const body = { refundPaymentAmount: amount };
  return api.call(startRefund, { params: { paymentId }, body, token: await signInAs(api, 'editor'), headers });
}
const asked = [403, 'STEP_UP_REQUIRED'];
const outcome = ({ status, text }: { status: number; text: string }) => [status, JSON.parse(text).statusName];

test(`one of 5 concurrent payouts of 1,000.00 succeeds without a step-up, in each of ${rounds} rounds`, async () => {
  for (let round = 0; round < rounds; round++) {
    api.pass({ hours: 25 });
    const books = await openAccount('GBP');
    const token = await signInAs(api, 'editor');
    const send = () =>
      api.call(makePayout, {
        params,
        body: { payInAccountId: books.payInAccountId, amount: 1000 },
        token,
        headers: { 'idempotency-key': crypto.randomUUID() },
      });
    const answers = await Promise.all([send(), send(), send(), send(), send()]);
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([count(200), count(403)]).toEqual([1, 4]);
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 900_000, PENDING_OUT: 100_000 });
  }
});

test('payouts and refunds count together, to the penny', async () => {
  expect((await payOut(400)).status).toBe(200);
  expect((await refund(600)).status).toBe(201);
  expect(outcome(await payOut(0.01))).toEqual(asked);
  expect(outcome(await refund(0.01))).toEqual(asked);
});

test('counts what another user of the same merchant moved, but not another currency', async () => {
  expect((await payOut(999.99)).status).toBe(200);
  expect(outcome(await payOut(0.02, { by: 'merchantadmin' }))).toEqual(asked);
  expect((await payOut(0.01, { by: 'merchantadmin' })).status).toBe(200);
  expect((await payOut(1000, { books: await openAccount('EUR') })).status).toBe(200);
});

test('does not count refused calls, and nothing after a day', async () => {
  expect((await payOut(1000, { books: { ...pounds, payInAccountId: 4711 } })).status).toBe(404);
  const empty = await seedAccount(api.services, { ...params, payInAccountId: ++accounts, currency: 'GBP' });
  expect((await payOut(1000, { books: empty })).status).toBe(422);
  expect((await payOut(1000)).status).toBe(200);
  api.pass({ hours: 23, minutes: 59 });
  expect(outcome(await payOut(1))).toEqual(asked);
  api.pass({ minutes: 1 });
  expect((await payOut(1)).status).toBe(200);
});

test('an order that is cancelled while it waits for a second person does not count', async () => {
  await database.query('INSERT INTO approval_policies (merchant_id, above_gbp) VALUES ($1, 50000)', [ids.harbour]);
  const { payoutPaymentId: orderId } = (await payOut(900)).value();
  expect(outcome(await payOut(200))).toEqual(asked);
  const token = await signInAs(api, 'editor');
  expect((await api.call(cancelOrder, { params: { merchantId: ids.harbour, orderId }, token })).status).toBe(200);
  expect((await payOut(200)).status).toBe(200);
  await database.query('DELETE FROM approval_policies');
});

test('a call with a step-up succeeds with the same Idempotency-Key and counts for the next one', async () => {
  expect((await payOut(1000)).status).toBe(200);
  const key = crypto.randomUUID();
  expect(outcome(await payOut(5, { key }))).toEqual(asked);
  expect((await payOut(5, { key, isProved: true })).status).toBe(200);
  expect((await payOut(5, { key })).status).toBe(200);
  expect(await readBooks(database, pounds)).toMatchObject({ AVAILABLE: 899_500, PENDING_OUT: 100_500 });
});
