import { listExceptions } from '@volume/contract/exceptions/exceptions.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import type { Providers } from '#providers/port.ts';
import { writeContext } from '#core/write-context.ts';
import { audit } from '#ledger/audit.ts';
import type { MoneyOutStatus } from '#ledger/money-out.ts';
import type { Books } from '#ledger/transfer.ts';
import type { Habits } from '#providers/simulated/habits.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { enqueueWork } from '#queue/due-work.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let api: TestApp;
let token: string;
let accounts = 0;
/** The behaviour of the provider for the orders of the current test. */
let habits: Habits;

beforeAll(async () => {
  database = await openPeople();
});
afterAll(() => database.close());
beforeEach(async () => {
  habits = { answer: 'TAKES', course: [], tells: 'NEVER' };
  api = createTestApp(database, { settings: { signInsPerMinute: 100_000 }, habitsOf: () => habits });
  token = await signInAs(api, 'editor');
});

interface Order {
  kind: 'REFUND' | 'PAYOUT';
  orderId: string;
  books: Books;
}
const key = () => ({ 'idempotency-key': crypto.randomUUID() });

async function begin(kind: Order['kind']): Promise<Order> {
  const books = await seedAccount(api.services, { ...params, payInAccountId: (accounts += 1), currency: 'GBP' });
  const paymentId = await seedPayment(api.services, { books, applicationId: params.applicationId, amount: 10_000 });
  if (kind === 'REFUND') {
    const body = { refundPaymentAmount: 66.06 };
    const made = await api.call(startRefund, { params: { paymentId }, body, headers: key(), token });
    await api.runDueWork();
    return { kind, orderId: made.value().refundId, books };
  }
  const body = { payInAccountId: books.payInAccountId, amount: 66.06 };
  const made = await api.call(makePayout, { params, body, headers: key(), token });
  await api.runDueWork();
  return { kind, orderId: made.value().payoutPaymentId, books };
}

async function hear({ kind, orderId }: Pick<Order, 'kind' | 'orderId'>, ...news: MoneyOutStatus[]): Promise<void> {
  const { at, newId } = writeContext(api.services);
  for (const status of news) {
    const payload = { status, description: 'in its own words' };
    const work = { kind: `${kind}_TOLD`, merchantId: params.merchantId, objectId: orderId, dueAt: at, payload };
    await enqueueWork(database, newId, work);
    await api.runDueWork();
  }
}

const alarmsOf = ({ orderId }: Order) =>
  api.logLines
    .filter((line) => line.includes('"level":"error"') && line.includes(orderId) && line.includes('contradicts'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function exceptionsOf(objectId: string) {
  const page = await api.call(listExceptions, { query: 'size=100', token: await signInAs(api, 'reader') });
  return page.value().content.filter((exception) => exception.objectId === objectId);
}

async function openGauge(): Promise<number> {
  const text = await (await api.app.request('/metrics')).text();
  return Number(/^exceptions_open (\d+)$/m.exec(text)?.[1]);
}

test.each(['REFUND', 'PAYOUT'] as const)(
  'raises an alarm when the provider reports a failed %s as paid',
  async (kind) => {
    const order = await begin(kind);
    await hear(order, 'FAILED', 'PROCESSED');
    expect(await readBooks(database, order.books)).toMatchObject({ AVAILABLE: 10_000, PENDING_OUT: 0 });
    expect(alarmsOf(order)).toMatchObject([
      {
        event: 'provider contradicts our books',
        objectId: order.orderId,
        ourStatus: 'FAILED',
        providerStatus: 'PROCESSED',
      },
    ]);
  },
);

test('finds within a day, without an update, that a failed payout was paid', async () => {
  habits = {
    answer: 'TAKES',
    course: [
      { status: 'FAILED', afterSeconds: 3 },
      { status: 'PROCESSED', afterSeconds: 20 * 3600 },
    ],
    tells: 'NEVER',
  };
  const order = await begin('PAYOUT');
  for (let hour = 0; hour < 24; hour++) {
    api.pass({ hours: 1 });
    await api.runDueWork();
  }
  expect(alarmsOf(order)).toMatchObject([{ event: 'provider contradicts our books', objectId: order.orderId }]);
});

test('a refused second submission does not undo an accepted first one', async () => {
  habits = { answer: 'LOSES_ANSWER', course: [{ status: 'PROCESSED', afterSeconds: 60 }], tells: 'NEVER' };
  const order = await begin('PAYOUT');
  // The provider does not find the order at first, and refuses the second submission.
  const { providers } = api.services;
  const real = { ...providers };
  let submissions = 0;
  Object.assign(providers, {
    ask: (async (name) => (submissions === 0 ? null : real.ask(name))) satisfies Providers['ask'],
    submit: (async (again) => {
      submissions += 1;
      return again.orderId === order.orderId
        ? { code: 'LIMIT', message: 'Too many payments today' }
        : real.submit(again);
    }) satisfies Providers['submit'],
  });
  api.pass({ seconds: 15 });
  await api.runDueWork();
  expect(submissions).toBe(1);
  api.pass({ minutes: 5 });
  await api.runDueWork();
  expect(await readBooks(database, order.books)).toMatchObject({
    AVAILABLE: 3_394,
    PENDING_OUT: 0,
    SETTLEMENT: -3_394,
  });
  expect(alarmsOf(order)).toEqual([]);
});

test('files an exception for an order that only the provider knows', async () => {
  const orderId = crypto.randomUUID();
  await hear({ kind: 'PAYOUT', orderId }, 'IN_PROGRESS', 'PROCESSED');
  const [filed, ...more] = await exceptionsOf(orderId);
  expect(filed).toMatchObject({ kind: 'UNKNOWN_TO_US', providerStatus: 'PROCESSED', ourStatus: null, count: 2 });
  expect(more).toEqual([]);
});

test('counts a repeated discrepancy in one exception, and files another one for another status', async () => {
  const order = await begin('REFUND');
  await hear(order, 'FAILED', 'PROCESSED', 'PROCESSED', 'CANCELLED', 'PROCESSED');
  const filed = await exceptionsOf(order.orderId);
  const received = filed.map(({ providerStatus, count }) => [providerStatus, count]);
  expect(Object.fromEntries(received)).toEqual({ CANCELLED: 1, PROCESSED: 3 });
  expect(received).toHaveLength(2);
});

test.each<MoneyOutStatus[]>([
  ['HELD', 'IN_PROGRESS', 'PROCESSED', 'HELD', 'PROCESSED'],
  ['RETURNED', 'PROCESSED', 'HELD', 'RETURNED'],
  ['HELD', 'FAILED', 'HELD', 'FAILED', 'IN_PROGRESS'],
])('files no exception for repeated and late updates that agree: %s, %s, %s, %s', async (...news) => {
  const order = await begin('PAYOUT');
  await hear(order, ...news);
  expect(await exceptionsOf(order.orderId)).toEqual([]);
});

test('counts the open exceptions in a metric', async () => {
  const before = await openGauge();
  const order = await begin('PAYOUT');
  await hear(order, 'PROCESSED', 'FAILED');
  expect(await openGauge()).toBe(before + 1);
});

test('the books pass the audit afterwards', async () => {
  expect(await audit(database)).toEqual([]);
});
