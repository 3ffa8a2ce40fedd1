import { listExceptions } from '@volume/contract/exceptions/exceptions.ts';
import { listPayouts, makePayout } from '@volume/contract/payouts/payouts.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import type { StatementOrder } from '#providers/port.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { ensureDailyWork } from '#queue/worker.ts';
import { dailyWork } from '#workers.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const key = () => ({ 'idempotency-key': crypto.randomUUID() });
let database: Database;
let api: TestApp;
let editor: string;
let books: Books;
let paymentId: string;
/** The changes that the provider makes to its statement in the current test. */
let retell: (orders: StatementOrder[], day: string) => StatementOrder[];

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  const { providers } = api.services;
  const real = { ...providers };
  providers.statement = async (provider, day) => {
    const orders = (await real.statement(provider, day)) ?? [];
    return provider === 'MODULR' ? retell(orders, day) : orders;
  };
  books = await seedAccount(api.services, { ...params, payInAccountId: 1, currency: 'GBP' });
  await ensureDailyWork(database, api.services.clock.now(), dailyWork);
  // Reconciliation starts with the first night.
  retell = (orders) => orders;
  await night();
});
afterAll(() => database.close());
beforeEach(async () => {
  retell = (orders) => orders;
  editor = await signInAs(api, 'editor');
  paymentId = await seedPayment(api.services, { books, applicationId: params.applicationId, amount: 50_000 });
});

/**
 * Advances to the next morning and runs all due jobs. The first minute submits the day's orders and the second brings
 * the provider's updates: jobs of one step run side by side, and an order in progress is not compared.
 */
async function night(): Promise<void> {
  for (const minutes of [1, 1, 20 * 60 - 1, 4 * 60]) {
    api.pass({ minutes });
    await api.runDueWork();
  }
}

async function payOut(amount: number): Promise<string> {
  const made = await api.call(makePayout, {
    params,
    body: { payInAccountId: 1, amount },
    headers: key(),
    token: editor,
  });
  return made.value().payoutPaymentId;
}

async function exceptions() {
  const { content } = (
    await api.call(listExceptions, { query: 'size=100', token: await signInAs(api, 'reader') })
  ).value();
  return content;
}

/** The exceptions of one order. */
const foundOn = async (orderId: string) => (await exceptions()).filter(({ objectId }) => objectId === orderId);
const changed = (orderId: string, change: Partial<StatementOrder>) => (orders: StatementOrder[]) =>
  orders.map((order) => (order.orderId === orderId ? { ...order, ...change } : order));

test('a day without differences records nothing: paid, failed, refused, returned and refunded orders', async () => {
  const before = await exceptions();
  const made: string[] = [];
  for (const amount of [1, 66.01, 66.02, 66.03, 66.04, 66.05]) made.push(await payOut(amount));
  const body = { refundPaymentAmount: 2 };
  (await api.call(startRefund, { params: { paymentId }, body, headers: key(), token: editor })).value();
  await night();
  const listed = (await api.call(listPayouts, { params, token: await signInAs(api, 'editor') })).value().content;
  const statuses = new Map(listed.map(({ payoutPaymentId, status }) => [payoutPaymentId, status]));
  expect(made.map((orderId) => statuses.get(orderId))).toEqual([
    'PROCESSED',
    'FAILED',
    'FAILED',
    'PROCESSED',
    'RETURNED',
    'PROCESSED',
  ]);
  expect(await exceptions()).toEqual(before);
  expect(api.logLines.filter((line) => line.includes('"error"') && line.includes('statement'))).toEqual([]);
});

test('finds an order that the provider has lost', async () => {
  const lost = await payOut(5);
  retell = (orders) => orders.filter(({ orderId }) => orderId !== lost);
  await night();
  expect(await foundOn(lost)).toMatchObject([{ kind: 'UNKNOWN_TO_PROVIDER', ourStatus: 'PROCESSED', ourAmount: 500 }]);
});

test('finds an order that the provider has paid twice', async () => {
  const doubled = await payOut(6);
  retell = (orders) => orders.flatMap((order) => (order.orderId === doubled ? [order, order] : [order]));
  await night();
  expect(await foundOn(doubled)).toMatchObject([{ kind: 'PAID_TWICE', ourAmount: 600, providerAmount: 1_200 }]);
});

test('finds an order that the provider has paid on two days, once', async () => {
  const dayOf = () => api.services.clock.now().toISOString().slice(0, 10);
  const [first, doubled] = [dayOf(), await payOut(6.5)];
  await night();
  const second = dayOf();
  const line = { orderId: doubled, kind: 'PAYOUT', ...books, amount: 650, status: 'PROCESSED', description: null };
  retell = (orders, day) => (day === second ? [...orders, line as StatementOrder] : orders);
  expect(second > first).toBe(true);
  for (let nights = 0; nights < 3; nights++) await night();
  expect(await foundOn(doubled)).toMatchObject([
    { kind: 'PAID_TWICE', ourAmount: 650, providerAmount: 1_300, count: 1 },
  ]);
});

test('an order that failed on one day and was paid on the next is not paid twice', async () => {
  const [first, again] = [api.services.clock.now(), await payOut(6.7)];
  const next = new Date(first.getTime() + 86_400_000).toISOString().slice(0, 10);
  const line = { orderId: again, kind: 'PAYOUT', ...books, amount: 670, status: 'PROCESSED', description: null };
  retell = (orders, day) =>
    day === next
      ? [...orders, line as StatementOrder]
      : orders.map((order) => (order.orderId === again ? { ...order, status: 'FAILED' } : order));
  for (let nights = 0; nights < 3; nights++) await night();
  expect((await foundOn(again)).map(({ kind }) => kind)).not.toContain('PAID_TWICE');
});

test.each([
  ['before', true],
  ['after', false],
])('an order that failed %s it was paid, on the same statement, is paid', async (_, isFirst) => {
  const again = await payOut(6.8);
  retell = (orders) =>
    orders.flatMap((order) => {
      const failed = { ...order, status: 'FAILED' } as const;
      return order.orderId !== again ? [order] : isFirst ? [failed, order] : [order, failed];
    });
  for (let nights = 0; nights < 2; nights++) await night();
  expect(await foundOn(again)).toEqual([]);
});

test.each([
  ['before', true],
  ['after', false],
])('finds an order that was returned and is paid again, stated %s its return', async (_, isFirst) => {
  const again = await payOut(6.9);
  retell = changed(again, { status: 'RETURNED' });
  await night();
  expect(await foundOn(again)).toEqual([]);
  retell = (orders) =>
    orders.flatMap((order) => {
      const returned = { ...order, status: 'RETURNED' } as const;
      return order.orderId !== again ? [order] : isFirst ? [order, returned] : [returned, order];
    });
  for (let nights = 0; nights < 2; nights++) await night();
  expect(await foundOn(again)).toMatchObject([
    { kind: 'STATUS_DIFFERS', ourStatus: 'RETURNED', providerStatus: 'PROCESSED', providerAmount: 690, count: 1 },
  ]);
});

test('an order that its provider accepted a day late is not paid twice', async () => {
  const late = await payOut(6.6);
  const next = new Date(api.services.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  let line: StatementOrder | undefined;
  retell = (orders, day) => {
    line ??= orders.find(({ orderId }) => orderId === late);
    const others = orders.filter(({ orderId }) => orderId !== late);
    return day === next && line ? [...others, line] : others;
  };
  for (let nights = 0; nights < 3; nights++) await night();
  expect((await foundOn(late)).map(({ kind }) => kind)).not.toContain('PAID_TWICE');
});

test('an order that the provider states as the other kind is ours all the same', async () => {
  const returned = await payOut(6.7);
  retell = changed(returned, { kind: 'REFUND', status: 'RETURNED' });
  await night();
  expect(await foundOn(returned)).toEqual([]);
  const listed = (await api.call(listPayouts, { params, token: await signInAs(api, 'editor') })).value().content;
  expect(listed.find(({ payoutPaymentId }) => payoutPaymentId === returned)?.status).toBe('RETURNED');
});

test('finds an order with another amount', async () => {
  const other = await payOut(7);
  retell = changed(other, { amount: 770 });
  await night();
  expect(await foundOn(other)).toMatchObject([{ kind: 'AMOUNT_DIFFERS', ourAmount: 700, providerAmount: 770 }]);
});

test('finds an order with another final status', async () => {
  const other = await payOut(8);
  retell = changed(other, { status: 'FAILED' });
  await night();
  expect(await foundOn(other)).toMatchObject([
    { kind: 'STATUS_DIFFERS', ourStatus: 'PROCESSED', providerStatus: 'FAILED' },
  ]);
});

test('finds an order that only the provider has, with its amount', async () => {
  const orderId = crypto.randomUUID();
  const order = { orderId, kind: 'PAYOUT', merchantId: params.merchantId, payInAccountId: 1 } as const;
  await payOut(9);
  retell = (orders) =>
    orders.length === 0
      ? orders
      : [...orders, { ...order, amount: 900, currency: 'GBP', status: 'PROCESSED', description: null }];
  await night();
  expect(await foundOn(orderId)).toMatchObject([{ kind: 'UNKNOWN_TO_US', providerAmount: 900, payInAccountId: 1 }]);
});

test('finds an order that only the provider has and has paid twice, with both amounts', async () => {
  const orderId = crypto.randomUUID();
  const order = { orderId, kind: 'PAYOUT', merchantId: params.merchantId, payInAccountId: 1 } as const;
  const line = { ...order, amount: 900, currency: 'GBP', status: 'PROCESSED', description: null } as const;
  await payOut(9.1);
  retell = (orders) => (orders.length === 0 ? orders : [...orders, line, line]);
  await night();
  expect(await foundOn(orderId)).toMatchObject([{ kind: 'UNKNOWN_TO_US', providerAmount: 1_800 }]);
});

test('catches up on a night when the provider did not answer', async () => {
  const other = await payOut(10);
  retell = () => {
    throw new Error('The statement is not ready.');
  };
  await night();
  expect(await foundOn(other)).toEqual([]);
  retell = changed(other, { amount: 1_100 });
  await night();
  expect(await foundOn(other)).toMatchObject([{ kind: 'AMOUNT_DIFFERS', providerAmount: 1_100 }]);
});

test('the nightly audit exports the number of violations for operators and logs them as errors', async () => {
  const faults = async () => {
    const text = await (await api.app.request('/metrics')).text();
    return Number(/^books_faults (\d+)$/m.exec(text)?.[1]);
  };
  expect(await faults()).toBe(0);
  expect(await audit(database)).toEqual([]);
  await database.query(`UPDATE ledger_accounts SET balance = balance + 1 WHERE kind = 'SETTLEMENT'`);
  await night();
  expect(await faults()).toBeGreaterThan(0);
  expect(api.logLines.some((line) => line.includes('"error"') && line.includes('the books do not hold'))).toBe(true);
});
