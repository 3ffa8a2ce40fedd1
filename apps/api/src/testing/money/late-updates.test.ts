import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { writeContext } from '#core/write-context.ts';
import { audit } from '#ledger/audit.ts';
import type { MoneyOutStatus } from '#ledger/money-out.ts';
import type { Books } from '#ledger/transfer.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { enqueueWork } from '#queue/due-work.ts';
import { countDeadlocks } from './count-deadlocks.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const funds = 1_000;
const amount = 300;
let database: Database;
let api: TestApp;
let token: string;
let accounts = 0;

beforeAll(async () => {
  database = await openPeople();
  // A provider that accepts everything and sends no updates itself: each test decides which updates arrive, and when.
  api = createTestApp(database, { habitsOf: () => ({ answer: 'TAKES', course: [], tells: 'NEVER' }) });
  token = await signInAs(api, 'editor');
});
afterAll(() => database.close());

interface Order {
  kind: 'REFUND' | 'PAYOUT';
  orderId: string;
  books: Books;
}

async function begin(kind: Order['kind']): Promise<Order> {
  accounts += 1;
  const books = await seedAccount(api.services, { ...params, payInAccountId: accounts, currency: 'GBP' });
  const paymentId = await seedPayment(api.services, { books, applicationId: params.applicationId, amount: funds });
  const headers = { 'idempotency-key': crypto.randomUUID() };
  if (kind === 'REFUND') {
    const body = { refundPaymentAmount: amount / 100 };
    const made = await api.call(startRefund, { params: { paymentId }, body, headers, token });
    await api.runDueWork();
    return { kind, orderId: made.value().refundId, books };
  }
  const body = { payInAccountId: books.payInAccountId, amount: amount / 100 };
  const made = await api.call(makePayout, { params, body, headers, token });
  await api.runDueWork();
  return { kind, orderId: made.value().payoutPaymentId, books };
}

async function report({ kind, orderId }: Order, status: MoneyOutStatus, times = 1): Promise<void> {
  const { at, newId } = writeContext(api.services);
  const payload = { status, description: 'as reported' };
  const work = { kind: `${kind}_TOLD`, merchantId: params.merchantId, objectId: orderId, dueAt: at, payload };
  for (let time = 0; time < times; time++) await enqueueWork(database, newId, work);
}

async function statusOf({ kind, orderId }: Order): Promise<string | undefined> {
  const [table, id] = kind === 'REFUND' ? ['refunds', 'refund_id'] : ['outbound_payments', 'payout_payment_id'];
  const sql = `SELECT status::text AS status FROM ${table} WHERE merchant_id = $1 AND ${id} = $2`;
  return (await database.query<{ status: string }>(sql, [params.merchantId, orderId]))[0]?.status;
}

async function eventsOf({ orderId }: Order): Promise<string[]> {
  const sql = 'SELECT status FROM outgoing_events WHERE merchant_id = $1 AND object_id = $2 ORDER BY status';
  return (await database.query<{ status: string }>(sql, [params.merchantId, orderId])).map(({ status }) => status);
}

/** The account's balances after the order has ended. */
const left = { gone: { AVAILABLE: funds - amount, PENDING_OUT: 0 }, back: { AVAILABLE: funds, PENDING_OUT: 0 } };

const courses: [reported: MoneyOutStatus[], end: MoneyOutStatus, money: keyof typeof left, passed: MoneyOutStatus[]][] =
  [
    [['PROCESSED', 'RETURNED'], 'RETURNED', 'back', ['PROCESSED', 'RETURNED']],
    [['RETURNED', 'PROCESSED'], 'RETURNED', 'back', ['PROCESSED', 'RETURNED']],
    [['PROCESSED', 'FAILED'], 'PROCESSED', 'gone', ['PROCESSED']],
    [['FAILED', 'PROCESSED'], 'FAILED', 'back', ['FAILED']],
    [['FAILED', 'RETURNED'], 'FAILED', 'back', ['FAILED']],
    [['CANCELLED', 'RETURNED', 'PROCESSED'], 'CANCELLED', 'back', ['CANCELLED']],
    [['HELD', 'PROCESSED', 'RETURNED'], 'RETURNED', 'back', ['HELD', 'PROCESSED', 'RETURNED']],
    [['PROCESSED', 'HELD'], 'PROCESSED', 'gone', ['PROCESSED']],
    [['HELD', 'IN_PROGRESS', 'FAILED', 'PROCESSED'], 'FAILED', 'back', ['FAILED', 'HELD']],
    [['HELD', 'RETURNED'], 'RETURNED', 'back', ['HELD', 'PROCESSED', 'RETURNED']],
  ];

describe.each(['REFUND', 'PAYOUT'] as const)('a %s', (kind) => {
  test.each(courses)(
    'that gets the updates %j, each twice, ends %s with its money %s',
    async (reported, end, money, passed) => {
      const order = await begin(kind);
      for (const status of reported) {
        await report(order, status, 2);
        await api.runDueWork();
      }
      expect(await statusOf(order)).toBe(end);
      expect(await readBooks(database, order.books)).toMatchObject(left[money]);
      expect(await eventsOf(order)).toEqual(['IN_PROGRESS', ...passed].toSorted());
    },
  );

  test('that gets contradicting updates concurrently ends in one status, and its money matches', async () => {
    const order = await begin(kind);
    for (const status of ['RETURNED', 'FAILED', 'PROCESSED', 'HELD', 'CANCELLED'] as const)
      await report(order, status, 4);
    await Promise.all(Array.from({ length: 8 }, () => api.runDueWork()));
    const end = (await statusOf(order)) ?? '';
    expect(['RETURNED', 'FAILED', 'PROCESSED', 'CANCELLED']).toContain(end);
    expect(await readBooks(database, order.books)).toMatchObject(left[end === 'PROCESSED' ? 'gone' : 'back']);
  });
});

test('the books pass the audit afterwards, and nothing deadlocked', async () => {
  expect(await audit(database)).toEqual([]);
  expect(await countDeadlocks(database)).toBe(0);
  expect(api.logLines.filter((line) => line.includes('due work failed'))).toEqual([]);
});
