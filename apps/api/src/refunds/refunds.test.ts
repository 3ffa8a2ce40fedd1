import { getPayIn } from '@volume/contract/pay-ins/pay-ins.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { stepUp } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import type { ProviderOrder } from '#providers/port.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { type Habits, usualHabits } from '#providers/simulated/habits.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids, password } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let api: TestApp;
let token: string;
let adminToken: string;
let books: Books;
let habits: Habits = usualHabits;
let accounts = 0;

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database, { habitsOf: () => habits });
  token = await signInAs(api, 'editor');
  adminToken = await signInAs(api, 'admin');
});
beforeEach(async () => {
  habits = usualHabits;
  accounts += 1;
  const account = {
    merchantId: ids.harbour,
    payInAccountId: accounts,
    currency: 'GBP',
    applicationId: ids.harbourShop,
  } as const;
  books = await seedAccount(api.services, account);
});
afterAll(() => database.close());

interface Sent {
  token?: string;
  key?: string;
  stepUp?: string;
  reference?: string;
}
const pay = (amount: number, rest: { hold?: 'HELD'; status?: 'COMPLETED' } = {}) =>
  seedPayment(api.services, { books, applicationId: ids.harbourShop, amount, ...rest });
const refund = (paymentId: string, amount: number, sent: Sent = {}) =>
  api.call(startRefund, {
    params: { paymentId },
    body: { refundPaymentAmount: amount, ...(sent.reference && { refundPaymentReference: sent.reference }) },
    token: sent.token ?? token,
    headers: { 'idempotency-key': sent.key ?? crypto.randomUUID(), ...(sent.stepUp && { 'x-step-up': sent.stepUp }) },
  });
/** Runs the jobs that are due now, such as submitting orders, and those that are due after this time. */
async function later(seconds: number): Promise<void> {
  await api.runDueWork();
  api.pass({ seconds });
  await api.runDueWork();
}
/** A session lasts one hour: both sign in again. */
async function afterHours(hours: number): Promise<void> {
  api.pass({ hours });
  token = await signInAs(api, 'editor');
  adminToken = await signInAs(api, 'admin');
}
async function statusesOf(paymentId: string): Promise<string[]> {
  const sql = 'SELECT status::text AS status FROM refunds WHERE payment_id = $1 ORDER BY created_at, refund_id';
  return (await database.query<{ status: string }>(sql, [paymentId])).map(({ status }) => status);
}
async function eventsOf(refundId: string): Promise<string[]> {
  const sql = 'SELECT status FROM outgoing_events WHERE object_id = $1 ORDER BY created_at, event_id';
  return (await database.query<{ status: string }>(sql, [refundId])).map(({ status }) => status).toSorted();
}

describe('a refund', () => {
  test('of £0.10 and then the exact rest of £0.30 is reserved, processed and sent as a webhook', async () => {
    const paymentId = await pay(30);
    const first = (await refund(paymentId, 0.1, { reference: 'RETURN 1' })).value();
    expect(first).toMatchObject({
      refundPaymentAmount: 10,
      refundStatus: 'IN_PROGRESS',
      refundPaymentReference: 'RETURN 1',
    });
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 20, PENDING_OUT: 10 });
    await later(5);
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 20, PENDING_OUT: 0, SETTLEMENT: -20 });
    expect((await refund(paymentId, 0.2)).status).toBe(201);
    await later(5);
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 0, PENDING_OUT: 0 });
    expect(await statusesOf(paymentId)).toEqual(['PROCESSED', 'PROCESSED']);
    expect(await eventsOf(first.refundId)).toEqual(['IN_PROGRESS', 'PROCESSED']);
    expect((await refund(paymentId, 0.01)).problem()).toMatchObject({ statusCode: 409, source: 'VOLUME' });
  });

  test('is rejected with 409 while another is active', async () => {
    const paymentId = await pay(1000);
    await refund(paymentId, 1);
    expect((await refund(paymentId, 1)).problem()).toMatchObject({ statusCode: 409, statusName: 'CONFLICT' });
  });

  test('is rejected with 409 when the payment is held or not settled', async () => {
    expect((await refund(await pay(1000, { hold: 'HELD' }), 1)).status).toBe(409);
    expect((await refund(await pay(1000, { status: 'COMPLETED' }), 1)).status).toBe(409);
  });

  test('is rejected with 422 above the remaining amount, to the penny', async () => {
    const paymentId = await pay(1000);
    expect((await refund(paymentId, 10.01)).problem()).toMatchObject({ statusCode: 422, source: 'VOLUME' });
    expect((await refund(paymentId, 10)).status).toBe(201);
  });

  test('is rejected with 422 above the available balance and leaves the ledger unchanged', async () => {
    const paymentId = await pay(1000);
    const other = await pay(1000);
    await refund(other, 10);
    await database.query(`UPDATE payments SET amount = 1500 WHERE payment_id = $1`, [paymentId]);
    const before = await readBooks(database, books);
    expect((await refund(paymentId, 15)).problem()).toMatchObject({ statusCode: 422, source: 'VOLUME' });
    expect(await readBooks(database, books)).toEqual(before);
    expect(await statusesOf(paymentId)).toEqual([]);
    await database.query(`UPDATE payments SET amount = 1000 WHERE payment_id = $1`, [paymentId]);
  });

  test('returns 404 for a payment of another merchant; an administrator can start it', async () => {
    const paymentId = await pay(1000);
    expect((await refund(paymentId, 1, { token: await signInAs(api, 'stranger') })).status).toBe(404);
    expect((await refund(paymentId, 1, { token: adminToken })).status).toBe(201);
  });
});

describe('an Idempotency-Key', () => {
  test('is required and must be a UUID', async () => {
    const paymentId = await pay(1000);
    for (const key of [' ', 'once']) expect((await refund(paymentId, 1, { key })).status).toBe(400);
  });

  test('returns the first answer for a repeat and moves money once', async () => {
    const paymentId = await pay(1000);
    const key = crypto.randomUUID();
    const first = await refund(paymentId, 1, { key });
    await later(5);
    expect((await refund(paymentId, 1, { key })).text).toBe(first.text);
    expect(await statusesOf(paymentId)).toEqual(['PROCESSED']);
    expect((await refund(paymentId, 2, { key })).problem()).toMatchObject({ statusCode: 422 });
  });

  test('also replays an error', async () => {
    const paymentId = await pay(1000);
    const key = crypto.randomUUID();
    const sentences = [await refund(paymentId, 99, { key }), await refund(paymentId, 99, { key })];
    expect(sentences.map((each) => each.problem().errorMessage)).toEqual(
      Array(2).fill(sentences[0]!.problem().errorMessage),
    );
  });

  test('can be used again after 24 hours', async () => {
    const paymentId = await pay(1000);
    const key = crypto.randomUUID();
    await refund(paymentId, 1, { key });
    await later(5);
    await afterHours(24);
    expect((await refund(paymentId, 2, { key })).status).toBe(201);
  });
});

describe('step-up', () => {
  const proven = async () => (await api.call(stepUp, { body: { password }, token })).value().stepUpToken;
  // Yesterday's refunds no longer count.
  afterAll(() => afterHours(24));

  test('is required above the threshold; afterwards the same key succeeds', async () => {
    const paymentId = await pay(300_000);
    const key = crypto.randomUUID();
    expect((await refund(paymentId, 1000.01, { key })).problem()).toMatchObject({
      statusCode: 403,
      statusName: 'STEP_UP_REQUIRED',
    });
    expect((await refund(paymentId, 1000.01, { key, stepUp: await proven() })).status).toBe(201);
    await later(5);
    await afterHours(24);
    expect((await refund(paymentId, 1000)).status).toBe(201);
  });

  test('lasts five minutes and only for this session', async () => {
    const paymentId = await pay(300_000);
    const stepUpToken = await proven();
    expect((await refund(paymentId, 2000, { stepUp: stepUpToken, token: adminToken })).status).toBe(403);
    api.pass({ minutes: 5 });
    expect((await refund(paymentId, 2000, { stepUp: stepUpToken })).status).toBe(403);
  });

  test('returns 400 for a wrong password, for a code without an authenticator, and for neither', async () => {
    for (const body of [{ password: 'wrong' }, { code: '123456' }, {}, { password, code: '1' }]) {
      expect((await api.call(stepUp, { body, token })).status).toBe(400);
    }
  });
});

describe('the provider', () => {
  const held = { status: 'HELD', afterSeconds: 2, description: 'Being checked' } as const;
  const done = { status: 'PROCESSED', afterSeconds: 10 } as const;
  const back = { status: 'RETURNED', afterSeconds: 20, description: 'No such account' } as const;
  const cases: [string, Partial<Habits>, string, string[]][] = [
    [
      'tells everything twice',
      { course: [held, done], tells: 'TWICE' },
      'PROCESSED',
      ['HELD', 'IN_PROGRESS', 'PROCESSED'],
    ],
    ['tells too late', { tells: 'LATE' }, 'PROCESSED', ['IN_PROGRESS', 'PROCESSED']],
    [
      'tells in the wrong order',
      { course: [held, done], tells: 'OUT_OF_ORDER' },
      'PROCESSED',
      ['IN_PROGRESS', 'PROCESSED'],
    ],
    [
      'returns before it says processed',
      { course: [done, back], tells: 'OUT_OF_ORDER' },
      'RETURNED',
      ['IN_PROGRESS', 'PROCESSED', 'RETURNED'],
    ],
    ['tells nothing', { tells: 'NEVER' }, 'PROCESSED', ['IN_PROGRESS', 'PROCESSED']],
    ['takes the order without an answer', { answer: 'LOSES_ANSWER' }, 'PROCESSED', ['IN_PROGRESS', 'PROCESSED']],
    ['loses the order', { answer: 'LOSES_ORDER' }, 'PROCESSED', ['IN_PROGRESS', 'PROCESSED']],
    ['fails', { course: [{ ...done, status: 'FAILED' }] }, 'FAILED', ['FAILED', 'IN_PROGRESS']],
    [
      'cancels what it held',
      { course: [held, { ...done, status: 'CANCELLED' }] },
      'CANCELLED',
      ['CANCELLED', 'HELD', 'IN_PROGRESS'],
    ],
  ];

  test.each(cases)('reaches one correct final status with a provider that %s', async (_, own, end, told) => {
    habits = { ...usualHabits, ...own };
    const paymentId = await pay(1000);
    const { refundId } = (await refund(paymentId, 4)).value();
    for (const seconds of [5, 6, 7, 8, 20, 60, 600, 3600]) await later(seconds);
    expect(await statusesOf(paymentId)).toEqual([end]);
    expect(await eventsOf(refundId)).toEqual(told);
    const gone = end === 'PROCESSED' ? 400 : 0;
    expect(await readBooks(database, books)).toMatchObject({
      AVAILABLE: 1000 - gone,
      PENDING_OUT: 0,
      SETTLEMENT: gone - 1000,
    });
    token = await signInAs(api, 'editor');
  });

  test("a refusal gives the money back and keeps the provider's message; the same key returns the first answer", async () => {
    habits = { ...usualHabits, answer: { code: 'INSUFFICIENT_BALANCE', message: 'Not enough funds' } };
    const paymentId = await pay(1000);
    const key = crypto.randomUUID();
    const first = await refund(paymentId, 4, { key });
    expect(first.value().refundStatus).toBe('IN_PROGRESS');
    await api.runDueWork();
    expect((await refund(paymentId, 4, { key })).text).toBe(first.text);
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 1000, PENDING_OUT: 0 });
    const [refused] = (await api.call(getPayIn, { params: { paymentId }, token })).value().refunds;
    expect(refused).toMatchObject({ refundStatus: 'FAILED', refundStatusDescription: 'Not enough funds' });
    expect(await eventsOf(first.value().refundId)).toEqual(['FAILED', 'IN_PROGRESS']);
    const notices = await database.query(`SELECT kind FROM notices WHERE object_id = $1`, [paymentId]);
    expect(notices).toEqual([{ kind: 'REFUND_FAILED' }]);
  });

  test('receives the order with its id, account and provider', async () => {
    const received: ProviderOrder[] = [];
    const own = createTestApp(database, { habitsOf: (order) => (received.push(order), usualHabits) });
    const paymentId = await pay(1000);
    own.pass({ hours: (api.services.clock.now().getTime() - own.services.clock.now().getTime()) / 3_600_000 });
    await own.call(startRefund, {
      params: { paymentId },
      body: { refundPaymentAmount: 4 },
      token,
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    await own.runDueWork();
    expect(received).toMatchObject([
      { kind: 'REFUND', provider: 'MODULR', amount: 400, payInAccountId: books.payInAccountId },
    ]);
  });
});

test('the ledger passes the audit after all of these tests', async () => {
  expect(await audit(database)).toEqual([]);
});
