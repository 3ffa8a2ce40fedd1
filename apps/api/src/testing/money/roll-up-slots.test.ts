import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Queries } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { countDeadlocks } from './count-deadlocks.ts';

/** Lock waits only occur when transactions run concurrently. */
const isParallel = (process.env['TEST_DATABASE_URL'] ?? '') !== '';
const at = new Date(Date.UTC(2026, 10, 21, 9));
let database: Database;
let payments = 0;

beforeAll(async () => void (database = await openPeople()));
afterAll(() => database.close());

/** Writes a payment with the same merchant, day and kind as all others in this file. */
async function pay({ query }: Queries): Promise<string> {
  const paymentId = `01900000-0000-7000-8000-0000000c${String((payments += 1)).padStart(4, '0')}`;
  await query(
    `WITH paid AS (
       INSERT INTO payments (merchant_id, payment_id, application_id, created_at, updated_at, amount, currency, status, type,
         is_to_virtual_account, is_new_payment, is_payer_checked, reference)
       VALUES ($1, $2, $3, $4, $4, 100, 'GBP', 'NEW', 'VOLUME', false, true, false, '')
     ), found AS (INSERT INTO object_directory VALUES ($2, $1, 'PAYMENT')
     ), searched AS (INSERT INTO payment_search (merchant_id, payment_id, text) VALUES ($1, $2, ''))
     INSERT INTO payment_events (merchant_id, payment_id, seq, type, at) SELECT $1, $2, row_number() OVER (), type, $4
     FROM unnest(ARRAY['NEW', 'AUTHORIZED', 'PENDING', 'COMPLETED', 'FAILED']) AS type`,
    [ids.harbour, paymentId, ids.harbourShop, at],
  );
  return paymentId;
}

const become = ({ query }: Queries, paymentId: string, status: string) =>
  query(`UPDATE payments SET status = $3::text::payment_status WHERE merchant_id = $1 AND payment_id = $2`, [
    ids.harbour,
    paymentId,
    status,
  ]);

/** Runs `others` while a transaction that has done `first` is still open; a transaction that waits for it fails within a second. */
const during = (first: (queries: Queries) => Promise<unknown>, others: () => Promise<unknown>) =>
  database.transaction(async (queries) => {
    await first(queries);
    await others();
  });
const impatiently = (work: (queries: Queries) => Promise<unknown>) =>
  database.transaction(async (queries) => {
    // On a cluster a worker waits, so the limit must be propagated to it.
    await queries.run(`SET LOCAL citus.propagate_set_commands TO 'local'; SET LOCAL lock_timeout = '1s'`);
    await work(queries);
  });

describe.runIf(isParallel)('concurrent writes of payments of one merchant, day and month', () => {
  test('do not wait for one another', async () => {
    await during(pay, () => during(pay, () => impatiently(pay)));
    expect(await audit(database)).toEqual([]);
  });

  test('can update the same sums in opposite orders', async () => {
    const [one, other] = [await pay(database), await pay(database)];
    const before = await countDeadlocks(database);
    await during(
      async (queries) => void (await become(queries, one, 'AUTHORIZED'), await become(queries, one, 'PENDING')),
      () =>
        impatiently(async (queries) => {
          await become(queries, other, 'PENDING');
          await become(queries, other, 'COMPLETED');
        }),
    );
    expect(await countDeadlocks(database)).toBe(before);
    expect(await audit(database)).toEqual([]);
  });

  test('add up without waiting, with a hundred payments and ten at a time', async () => {
    const before = await countDeadlocks(database);
    const one = (index: number) =>
      impatiently(async (queries) => {
        const paymentId = await pay(queries);
        for (const status of index % 2 ? ['AUTHORIZED', 'COMPLETED'] : ['PENDING', 'FAILED'])
          await become(queries, paymentId, status);
      });
    await Promise.all(Array.from({ length: 100 }, (_, index) => one(index)));
    expect(await countDeadlocks(database)).toBe(before);
    expect(await audit(database)).toEqual([]);
  });

  test('would queue with only one slot', async () => {
    await database.run(`ALTER FUNCTION take_roll_up_slot RENAME TO take_own_slot;
      CREATE FUNCTION take_roll_up_slot(uuid) RETURNS smallint LANGUAGE sql AS 'SELECT 0::smallint'`);
    await expect(during(pay, () => impatiently(pay))).rejects.toThrow('lock timeout');
    await database.run(`DROP FUNCTION take_roll_up_slot; ALTER FUNCTION take_own_slot RENAME TO take_roll_up_slot`);
  });
});

test('payments written one after another use one slot', async () => {
  await database.run('DELETE FROM payments_daily; DELETE FROM payments_monthly');
  for (let times = 0; times < 3; times += 1) await pay(database);
  expect(await database.query('SELECT slot, count, amount FROM payments_daily')).toEqual([
    { slot: 0, count: 3, amount: 300 },
  ]);
  expect(await database.query('SELECT slot, count, amount FROM payments_monthly')).toEqual([
    { slot: 0, count: 3, amount: 300 },
  ]);
});
