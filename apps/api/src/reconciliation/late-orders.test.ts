import { listExceptions } from '@volume/contract/exceptions/exceptions.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProviderName, StatementOrder } from '#providers/port.ts';
import type { Database } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { type Habits, usualHabits } from '#providers/simulated/habits.ts';
import { ensureDailyWork } from '#queue/worker.ts';
import { type ApprovalWorld, createApprovalWorld } from '#testing/money/approval-world.ts';
import { openPeople } from '#testing/open-people.ts';
import { dailyReconciliation } from './reconcile-worker.ts';

const day = 86_400;
const processed = { status: 'PROCESSED', afterSeconds: 3 } as const;
/**
 * By amount: held for three days and then paid; returned after five days; failed after five days. The last two send no
 * update.
 */
const habits: Record<number, Partial<Habits>> = {
  1_001: {
    course: [
      { status: 'HELD', afterSeconds: 2 },
      { ...processed, afterSeconds: 3 * day },
    ],
  },
  1_002: { course: [processed, { status: 'RETURNED', afterSeconds: 5 * day }], tells: 'NEVER' },
  1_003: { course: [processed, { status: 'FAILED', afterSeconds: 5 * day }], tells: 'NEVER' },
};

let database: Database;
let world: ApprovalWorld;
let books: Books;
/** Orders that the provider has lost. */
const lost = new Set<string>();
/** The days of which the provider has no statement. */
const without = new Set<string>();
let onRead: (provider: ProviderName, date: string) => void;
/** The changes that the provider makes to its statement in the current test. */
let change: (orders: StatementOrder[], date: string) => StatementOrder[];

beforeAll(async () => {
  database = await openPeople();
  world = await createApprovalWorld(database, ({ amount }) => ({ ...usualHabits, ...habits[amount] }));
  const { providers } = world.api.services;
  const real = { ...providers };
  providers.statement = async (provider, date) => {
    onRead(provider, date);
    if (without.has(date)) return null;
    const orders = (await real.statement(provider, date)) ?? [];
    if (provider !== 'MODULR') return orders;
    return change(orders, date).filter(({ orderId }) => !lost.has(orderId));
  };
  books = await world.openAccount(10_000_000);
  await ensureDailyWork(database, world.api.services.clock.now(), [dailyReconciliation]);
  await world.setPolicy({ GBP: 500, EUR: 500 });
});
afterAll(() => database.close());
beforeEach(async () => {
  onRead = () => undefined;
  change = (orders) => orders;
  lost.clear();
  without.clear();
  await nights(1);
});

/** Lets this many nights pass and runs all due jobs. */
async function nights(count: number): Promise<void> {
  for (let night = 0; night < count; night++) {
    for (const minutes of [1, 20 * 60, 3 * 60 + 59]) {
      world.api.pass({ minutes });
      await world.api.runDueWork();
    }
  }
}

/** Advances the clock to a time of day (UTC). */
function passUntil(hour: number, minute: number): void {
  const now = world.api.services.clock.now().getTime();
  const left = ((hour * 60 + minute) * 60_000 - (now % 86_400_000) + 86_400_000) % 86_400_000;
  world.api.pass({ seconds: left / 1000 });
}

/** Makes a payout that is submitted immediately, unless it waits for approval. */
async function payOut(amount: number): Promise<string> {
  const { payoutPaymentId } = (await world.payOut(books, amount)).value();
  await world.api.runDueWork();
  return payoutPaymentId;
}

async function foundOn(orderId: string) {
  const { content } = (
    await world.api.call(listExceptions, { query: 'size=100', ...(await world.as('reader')) })
  ).value();
  return content.filter(({ objectId }) => objectId === orderId);
}

async function statusOf(orderId: string): Promise<string | undefined> {
  const [row] = await database.query<{ status: string }>(
    sql`SELECT status::text AS status FROM outbound_payments WHERE payout_payment_id = ${orderId}`,
  );
  return row?.status;
}

const missing = { kind: 'UNKNOWN_TO_PROVIDER', ourStatus: 'PROCESSED', count: 1 };

test('finds an order that was approved three days after it was made and is unknown to the provider', async () => {
  const orderId = await payOut(60_000);
  await nights(2);
  world.api.pass({ hours: 22 });
  expect((await world.approve(orderId)).status).toBe(200);
  lost.add(orderId);
  await nights(2);
  expect(await foundOn(orderId)).toMatchObject([missing]);
});

test('records nothing about an order that was approved late and is on the statement of that day', async () => {
  const orderId = await payOut(60_000);
  await nights(2);
  world.api.pass({ hours: 22 });
  expect((await world.approve(orderId)).status).toBe(200);
  await nights(3);
  expect([await statusOf(orderId), await foundOn(orderId)]).toEqual(['PROCESSED', []]);
});

test('finds an order that was held for three days and is unknown to the provider afterwards', async () => {
  const orderId = await payOut(1_001);
  await nights(2);
  expect([await statusOf(orderId), await foundOn(orderId)]).toEqual(['HELD', []]);
  await nights(2);
  expect([await statusOf(orderId), await foundOn(orderId)]).toEqual(['PROCESSED', []]);
  lost.add(orderId);
  await nights(1);
  expect(await foundOn(orderId)).toMatchObject([missing]);
});

test('books a return on the fifth day whose update was lost', async () => {
  const orderId = await payOut(1_002);
  await nights(4);
  expect(await statusOf(orderId)).toBe('PROCESSED');
  await nights(2);
  expect([await statusOf(orderId), await foundOn(orderId)]).toEqual(['RETURNED', []]);
  expect(await audit(database)).toEqual([]);
});

test('records a failure on the fifth day once, however often the statement is read again', async () => {
  const orderId = await payOut(1_003);
  await nights(4);
  expect(await foundOn(orderId)).toEqual([]);
  await nights(5);
  expect(await foundOn(orderId)).toMatchObject([
    { kind: 'STATUS_DIFFERS', ourStatus: 'PROCESSED', providerStatus: 'FAILED', count: 1 },
  ]);
});

test("accepts that the provider's clock is already in the next day", async () => {
  passUntil(23, 59.5);
  const orderId = await payOut(1_004);
  const [today, tomorrow] = [0, day].map((seconds) =>
    new Date(world.api.services.clock.now().getTime() + seconds * 1_000).toISOString().slice(0, 10),
  );
  const moved: StatementOrder[] = [];
  change = (orders, date) => {
    if (date === today) moved.push(...orders.filter((order) => order.orderId === orderId));
    return date === tomorrow
      ? [...orders, ...moved.slice(0, 1)]
      : orders.filter((order) => order.orderId !== orderId || date !== today);
  };
  await nights(3);
  expect(moved).not.toEqual([]);
  expect(await foundOn(orderId)).toEqual([]);
  passUntil(9, 5);
});

test('reports no order missing that can be on the statement of a day which the provider does not have yet', async () => {
  passUntil(23, 59.5);
  const orderId = await payOut(1_010);
  const tomorrow = new Date(world.api.services.clock.now().getTime() + day * 1_000).toISOString().slice(0, 10);
  lost.add(orderId);
  without.add(tomorrow);
  await nights(3);
  expect(await foundOn(orderId)).toEqual([]);
  without.clear();
  await nights(1);
  expect(await foundOn(orderId)).toMatchObject([missing]);
  passUntil(9, 5);
});

test('records one exception when two workers run at the same time', async () => {
  const orderId = await payOut(1_005);
  world.api.pass({ minutes: 1 });
  await world.api.runDueWork();
  lost.add(orderId);
  world.api.pass({ hours: 24 });
  await Promise.all([world.api.runDueWork(), world.api.runDueWork()]);
  await nights(2);
  expect(await foundOn(orderId)).toMatchObject([missing]);
});

test('checks orders of an older build, which writes no submission time', async () => {
  const orderId = await payOut(1_006);
  world.api.pass({ minutes: 1 });
  await world.api.runDueWork();
  await database.query(sql`UPDATE outbound_payments SET submitted_at = NULL WHERE payout_payment_id = ${orderId}`);
  lost.add(orderId);
  await nights(1);
  expect(await foundOn(orderId)).toMatchObject([missing]);
});

test('resumes where it stopped when a day takes longer than one run', async () => {
  const orders = [await payOut(1_007), await payOut(1_008), await payOut(1_009)];
  change = (stated) => stated.map((order) => (orders.includes(order.orderId) ? { ...order, amount: 5 } : order));
  onRead = () => world.api.pass({ seconds: 31 });
  await nights(1);
  for (const orderId of orders) expect(await foundOn(orderId)).toMatchObject([{ kind: 'AMOUNT_DIFFERS', count: 1 }]);
});

test('reads each of the last 31 days once after a month without a worker', async () => {
  world.api.pass({ hours: 24 * 45 });
  const read: string[] = [];
  onRead = (provider, date) => provider === 'MODULR' && read.push(date);
  await world.api.runDueWork();
  const yesterday = Math.floor(world.api.services.clock.now().getTime() / 86_400_000) - 1;
  const days = Array.from({ length: 31 }, (_, back) =>
    new Date((yesterday - back) * 86_400_000).toISOString().slice(0, 10),
  );
  expect(read.toSorted()).toEqual(days.toSorted());
});
