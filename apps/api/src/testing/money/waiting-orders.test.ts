import { listExceptions } from '@volume/contract/exceptions/exceptions.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeContext } from '#core/write-context.ts';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { enqueueOrderUpdate } from '#providers/updates.ts';
import { type ApprovalWorld, createApprovalWorld, shop } from '#testing/money/approval-world.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks } from '#testing/seed-money.ts';

let database: Database;
let world: ApprovalWorld;
let books: Books;
let orderId: string;

beforeAll(async () => {
  database = await openPeople();
  world = await createApprovalWorld(database);
  await world.setPolicy({ GBP: 500, EUR: 500 });
});
beforeEach(async () => {
  books = await world.openAccount(60_000);
  orderId = (await world.payOut(books, 60_000)).value().payoutPaymentId;
});
afterAll(() => database.close());

async function report(status: 'PROCESSED' | 'FAILED'): Promise<void> {
  const { at, newId } = writeContext(world.api.services);
  const order = { kind: 'PAYOUT', merchantId: shop.merchantId, orderId } as const;
  await enqueueOrderUpdate(database, newId, order, { at, status, description: 'in its own words' });
  await world.api.runDueWork();
}

async function exceptionsOfOrder() {
  const query = 'size=100';
  const { content } = (await world.api.call(listExceptions, { ...(await world.as('reader')), query })).value();
  return content.filter(({ objectId }) => objectId === orderId);
}

test.each(['PROCESSED', 'FAILED'] as const)(
  'an order that waits for its second person keeps waiting when the provider says that it is %s, which is an exception',
  async (providerStatus) => {
    await report(providerStatus);
    expect(await world.stateOf(orderId)).toBe('WAITING');
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 0, PENDING_OUT: 60_000 });
    expect(await world.notified(orderId)).toEqual({ orders: 0, events: [] });
    expect(await exceptionsOfOrder()).toMatchObject([
      { kind: 'STATUS_DIFFERS', ourStatus: 'IN_PROGRESS', providerStatus },
    ]);
    expect((await world.refuse(orderId)).status).toBe(200);
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 60_000, PENDING_OUT: 0 });
  },
);

test('an order that nobody decided on within 72 hours cannot be approved, also before the job that cancels it has run', async () => {
  world.api.pass({ hours: 72 });
  expect((await world.approve(orderId)).problem()).toMatchObject({ statusCode: 409, statusName: 'NOT_WAITING' });
  expect(await world.notified(orderId)).toEqual({ orders: 0, events: [] });
  await world.settle();
  expect(await world.stateOf(orderId)).toBe('EXPIRED');
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 60_000, PENDING_OUT: 0 });
});

test('the ledger passes the audit after all of these tests', async () => {
  expect(await audit(database)).toEqual([]);
});
