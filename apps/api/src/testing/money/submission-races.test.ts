import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import type { Providers } from '#providers/port.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { setMerchantEnabled } from '#merchants/set-merchant-enabled.ts';
import { createDueWorkRunner, keepWorking } from '#queue/run-due-work.ts';
import { pausingBefore, untilDoneOrBlocked } from '#testing/access/pausing.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { workers } from '#workers.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const settings = { signInsPerMinute: 100_000 };
let database: Database;
let api: TestApp;
let books: Books;
let accounts = 0;
let token: string;
/** The orders that the provider received, each time it received one. */
let received: string[];

beforeAll(async () => {
  database = await openPeople();
});
beforeEach(async () => {
  api = createApp(database);
  received = [];
  accounts += 1;
  books = await seedAccount(api.services, { ...params, payInAccountId: accounts, currency: 'GBP' });
  token = await signInAs(api, 'editor');
});
afterAll(() => database.close());

function createApp(by: Database): TestApp {
  const app = createTestApp(by, { settings });
  const { providers } = app.services;
  const real = { ...providers };
  Object.assign(providers, {
    submit: (async (order) => {
      received.push(order.orderId);
      return real.submit(order);
    }) satisfies Providers['submit'],
  });
  return app;
}

type Kind = 'PAYOUT' | 'REFUND';
const headers = () => ({ 'idempotency-key': crypto.randomUUID() });

async function make(kind: Kind, amount = 5): Promise<string> {
  const paymentId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 10_000 });
  const given = { token, headers: headers() };
  if (kind === 'REFUND')
    return (
      await api.call(startRefund, { ...given, params: { paymentId }, body: { refundPaymentAmount: amount } })
    ).value().refundId;
  const body = { payInAccountId: accounts, amount };
  return (await api.call(makePayout, { ...given, params, body })).value().payoutPaymentId;
}
async function settle(): Promise<void> {
  for (const seconds of [0, 5, 15, 61, 120]) {
    api.pass({ seconds });
    await api.runDueWork();
  }
}
const tables = { PAYOUT: 'outbound_payments', REFUND: 'refunds' } as const;
const idOf = { PAYOUT: 'payout_payment_id', REFUND: 'refund_id' } as const;
async function statusOf(kind: Kind, orderId: string): Promise<unknown> {
  const [row] = await database.query(`SELECT status::text AS status FROM ${tables[kind]} WHERE ${idOf[kind]} = $1`, [
    orderId,
  ]);
  return row?.['status'];
}
const enable = (enabled: boolean) =>
  setMerchantEnabled(api.services, { merchant: ids.harbour, enabled, by: 'npm run admin -- disable' });

describe.each(['PAYOUT', 'REFUND'] as const)('a %s', (kind) => {
  test('is submitted by any process after the one that made it died', async () => {
    const orderId = await make(kind);
    await settle();
    expect(received).toEqual([orderId]);
    expect(await statusOf(kind, orderId)).toBe('PROCESSED');
  });

  test('is submitted once after a process died that had claimed the job', async () => {
    const orderId = await make(kind);
    const died = createTestApp(database, { settings });
    const hangs = { kind: `${kind}_SUBMIT`, run: () => new Promise<void>(() => undefined) };
    expect(await createDueWorkRunner(died.services, [hangs]).begin()).toBe(1);
    await settle();
    expect(received).toEqual([orderId]);
    expect(await statusOf(kind, orderId)).toBe('PROCESSED');
  });

  test('is submitted after a process died between recording the submission and making the call', async () => {
    const orderId = await make(kind);
    const died = createTestApp(database, { settings });
    Object.assign(died.services.providers, { submit: () => new Promise(() => undefined) });
    void createDueWorkRunner(died.services, workers).begin();
    const isNoted = `SELECT FROM ${tables[kind]} WHERE ${idOf[kind]} = $1 AND submitted_at IS NOT NULL`;
    await expect.poll(async () => (await database.query(isNoted, [orderId])).length).toBe(1);
    await settle();
    expect(received).toEqual([orderId]);
    expect(await statusOf(kind, orderId)).toBe('PROCESSED');
  });

  test('without its jobs never ends (control)', async () => {
    const orderId = await make(kind);
    await database.query('DELETE FROM due_work WHERE object_id = $1', [orderId]);
    await settle();
    expect([received, await statusOf(kind, orderId)]).toEqual([[], 'IN_PROGRESS']);
    await database.query(
      `INSERT INTO due_work (work_id, kind, merchant_id, object_id, payload, due_at) VALUES ($1, $2, $3, $1, '{}', $4)`,
      [orderId, `${kind}_ASK`, ids.harbour, api.services.clock.now()],
    );
    await settle();
    expect(await statusOf(kind, orderId)).toBe('PROCESSED');
  });

  test('is not submitted for a merchant that was disabled first: its money stays reserved until it is enabled', async () => {
    const orderId = await make(kind);
    await enable(false);
    await settle();
    expect([received, await statusOf(kind, orderId)]).toEqual([[], 'IN_PROGRESS']);
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 9_500, PENDING_OUT: 500 });
    await enable(true);
    api.pass({ hours: 1 });
    await settle();
    expect(received).toEqual([orderId]);
    expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 9_500, PENDING_OUT: 0 });
  });

  test('that is being submitted counts as sent when the merchant is disabled at the same moment', async () => {
    const orderId = await make(kind);
    let disabled: Promise<unknown> | undefined;
    const isNoted = `SELECT FROM ${tables[kind]} WHERE ${idOf[kind]} = $1 AND submitted_at IS NOT NULL`;
    const pause = async () => {
      disabled = enable(false).then(() => database.query(isNoted, [orderId]));
      await untilDoneOrBlocked(database, disabled);
    };
    await createApp(pausingBefore(database, new RegExp(`UPDATE ${tables[kind]} SET submitted_at`), pause)).runDueWork();
    expect(await disabled).toHaveLength(1);
    expect(received).toEqual([orderId]);
    await enable(true);
    await settle();
  });
});

test('an order is submitted when it is committed, without polling', async () => {
  const loop = keepWorking(api.services, workers, 3_600_000);
  api.services.changes?.onJobs(loop.wake);
  const orderId = await make('PAYOUT');
  await expect.poll(() => received).toEqual([orderId]);
  await loop.stop();
  await settle();
});

test('six workers submit each of twenty orders once', async () => {
  const made: string[] = [];
  for (let nth = 0; nth < 20; nth++) made.push(await make(nth % 2 === 0 ? 'PAYOUT' : 'REFUND', 1));
  await Promise.all(Array.from({ length: 6 }, () => createApp(database).runDueWork()));
  expect(received.toSorted()).toEqual(made.toSorted());
  await settle();
});

test('workers that look for unsubmitted orders without claiming them submit some twice (control)', async () => {
  const orderId = await make('PAYOUT');
  const naive = async () => {
    const found = await database.query<{ id: string }>(
      'SELECT payout_payment_id AS id FROM outbound_payments WHERE payout_payment_id = $1 AND submitted_at IS NULL',
      [orderId],
    );
    return () => found.forEach(({ id }) => received.push(id));
  };
  for (const submit of await Promise.all([naive(), naive()])) submit();
  expect(received).toEqual([orderId, orderId]);
  received.length = 0;
  await settle();
});

test('the books pass the audit afterwards', async () => {
  expect(await audit(database)).toEqual([]);
});
