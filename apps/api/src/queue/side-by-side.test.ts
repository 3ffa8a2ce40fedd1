import { forgotPassword } from '@volume/contract/session/passwords.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import type { Books } from '#ledger/transfer.ts';
import { orderWorkers } from '#orders/order-jobs.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { workers } from '#workers.ts';
import { enqueueWork } from './due-work.ts';
import { createDueWorkRunner, keepWorking } from './run-due-work.ts';
import type { Worker } from './worker.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const flood = process.env['TEST_COUNTS'] === 'full' ? 2_000 : 120;
let database: Database;
let api: TestApp;
let books: Books;
let token: string;

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database);
  token = await signInAs(api, 'editor');
  books = await seedAccount(api.services, { ...params, payInAccountId: 1, currency: 'GBP', provider: 'OPTIMUS' });
  await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 100_000 });
});
afterAll(() => database.close());

/** Each request comes from a separate network address, because one address has a limit. */
const forget = (nth: number) =>
  api.call(forgotPassword, {
    body: { email: `nobody-${nth}@flood.example` },
    address: `198.51.${Math.floor(nth / 250)}.${nth % 250}`,
  });
const waiting = async (kind: string) =>
  (await database.query(`SELECT FROM due_work WHERE kind = $1 AND due_at <= $2`, [kind, api.services.clock.now()]))
    .length;

const enqueue = (kind: string) =>
  enqueueWork(database, () => crypto.randomUUID(), {
    kind,
    merchantId: null,
    objectId: null,
    dueAt: api.services.clock.now(),
  });

/** A payout whose provider has reported the final status; the last work to become due. */
async function payOut(): Promise<string> {
  const body = { payInAccountId: books.payInAccountId, amount: 1 };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const { payoutPaymentId } = (await api.call(makePayout, { params, body, token, headers })).value();
  await createDueWorkRunner(api.services, orderWorkers).finish();
  api.pass({ minutes: 1 });
  expect(await statusOf(payoutPaymentId)).toBe('IN_PROGRESS');
  return payoutPaymentId;
}
async function statusOf(payoutPaymentId: string): Promise<string | undefined> {
  const find = 'SELECT status FROM outbound_payments WHERE payout_payment_id = $1';
  return (await database.query<{ status: string }>(find, [payoutPaymentId]))[0]?.status;
}

test(`a flood of ${flood} forgotten passwords does not delay events of orders`, { timeout: 120_000 }, async () => {
  for (let each = 0; each < flood; each++) await forget(each);
  const payout = await payOut();
  expect(await waiting('PASSWORD_LINK')).toBe(flood);
  const working = keepWorking(api.services, workers, 1);
  await expect.poll(() => statusOf(payout), { interval: 1, timeout: 60_000 }).toBe('PROCESSED');
  const left = await waiting('PASSWORD_LINK');
  await working.stop();
  // With one queue for all work there would be none left; on a cluster a payout waits longer, because it needs more statements than a link.
  expect(left / flood, 'links left when the money had moved').toBeGreaterThan(0.2);
});

test('a hanging job delays only jobs of its own kind', async () => {
  await api.runDueWork();
  let begun = 0;
  let letGo: () => void = () => undefined;
  const hanging = new Promise<void>((resolve) => (letGo = resolve));
  const hangs: Worker = {
    kind: 'HANGS',
    run: () => {
      begun += 1;
      return hanging;
    },
  };
  for (let each = 0; each < 5; each++) await enqueue('HANGS');
  const payout = await payOut();
  const working = keepWorking(api.services, [...workers, hangs], 1);
  await expect.poll(() => statusOf(payout), { timeout: 30_000 }).toBe('PROCESSED');
  expect(begun, 'pieces of that kind at a time').toBe(database.kind === 'pglite' ? 1 : 2);
  letGo();
  await working.stop();
});

test('leaves jobs of an unknown kind to an instance that knows it', async () => {
  const at = api.services.clock.now();
  await enqueue('OF_TOMORROW');
  await api.runDueWork();
  expect(await database.query(`SELECT due_at, attempts FROM due_work WHERE kind = 'OF_TOMORROW'`)).toEqual([
    { due_at: at, attempts: 0 },
  ]);
  expect(api.logLines.filter((line) => line.includes('OF_TOMORROW'))).toEqual([]);
});
