import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';

const merchant = '01900000-0000-7000-8000-000000000001';
const application = '01900000-0000-7000-8000-000000000011';
const available = '01900000-0000-7000-8000-0000000000a1';
const settlement = '01900000-0000-7000-8000-0000000000a2';

let database: Database;
let transfer: string;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.query('INSERT INTO merchants (merchant_id, company_name) VALUES ($1, $2)', [merchant, 'Books Ltd']);
  await database.query('INSERT INTO applications (merchant_id, application_id, application_name) VALUES ($1, $2, $3)', [
    merchant,
    application,
    'Shop',
  ]);
  await database.query(
    `INSERT INTO payee_details (merchant_id, payee_detail_id, application_id, for_currency, account_holder_name, account_identification_1)
     VALUES ($1, 1, $2, 'GBP', 'Books Ltd', '{"type":"ACCOUNT_NUMBER","number":"12345678"}')`,
    [merchant, application],
  );
  await database.query(
    `INSERT INTO ledger_accounts (merchant_id, ledger_account_id, payee_detail_id, currency, kind, floor)
     VALUES ($1, $2, 1, 'GBP', 'AVAILABLE', 0), ($1, $3, 1, 'GBP', 'SETTLEMENT', NULL)`,
    [merchant, available, settlement],
  );
}, 180_000);
afterAll(() => database.close());
beforeEach(async () => {
  transfer = crypto.randomUUID();
  await database.query(
    `INSERT INTO ledger_transfers (merchant_id, transfer_id, kind, at) VALUES ($1, $2, 'PAY_IN', now())`,
    [merchant, transfer],
  );
});

const post = (legs: readonly [account: string, amount: number][], currency = 'GBP') =>
  database.query(
    `INSERT INTO ledger_legs (merchant_id, transfer_id, ledger_account_id, currency, amount, at)
     SELECT $1, $2, a::uuid, $3::text::currency, m, now() FROM unnest($4::text[], $5::bigint[]) AS l(a, m)`,
    [merchant, transfer, currency, legs.map(([account]) => account), legs.map(([, amount]) => amount)],
  );
const balance = async () =>
  (
    await database.query<{ balance: number }>('SELECT balance FROM ledger_accounts WHERE ledger_account_id = $1', [
      available,
    ])
  )[0]?.balance;

test('a balanced transfer changes both balances', async () => {
  await post([
    [settlement, -500],
    [available, 500],
  ]);
  expect(await balance()).toBe(500);
});

test('rejects a transfer that does not sum to zero', async () => {
  await expect(
    post([
      [settlement, -500],
      [available, 501],
    ]),
  ).rejects.toThrow('does not balance in GBP: 1 left over');
  await expect(post([[available, 5]])).rejects.toThrow('does not balance');
});

test('rejects a transfer that takes an account below its floor', async () => {
  const before = await balance();
  await expect(
    post([
      [available, -100_000],
      [settlement, 100_000],
    ]),
  ).rejects.toThrow('ledger_accounts_floor');
  expect(await balance()).toBe(before);
});

test("rejects a leg in a currency other than its account's", async () => {
  await expect(
    post(
      [
        [settlement, -1],
        [available, 1],
      ],
      'EUR',
    ),
  ).rejects.toThrow('ledger_legs_account');
});

test.each([
  'UPDATE ledger_legs SET amount = amount',
  'DELETE FROM ledger_legs',
  'UPDATE ledger_transfers SET at = now()',
  'DELETE FROM payment_events',
])('history is append-only: %s', async (sql) => {
  await expect(database.query(sql)).rejects.toThrow('is history');
});

const status = (to: string) =>
  database.query(`UPDATE payments SET status = $1::text::payment_status WHERE merchant_id = $2`, [to, merchant]);

test('a payment changes status only along the allowed transitions', async () => {
  await database.query(
    `INSERT INTO payments (merchant_id, payment_id, application_id, created_at, updated_at, amount, currency, status, type, is_to_virtual_account, is_new_payment, is_payer_checked, reference)
     VALUES ($1, $2, $3, now(), now(), 100, 'GBP', 'NEW', 'VOLUME', true, true, false, '')`,
    [merchant, crypto.randomUUID(), application],
  );
  await status('PENDING');
  await expect(status('AUTHORIZED')).rejects.toThrow('cannot go from PENDING to AUTHORIZED');
  await status('SETTLED');
  for (const to of ['COMPLETED', 'FAILED', 'NEW']) await expect(status(to)).rejects.toThrow('cannot go from SETTLED');
  const days = await database.query('SELECT status, count, amount FROM payments_daily WHERE count <> 0');
  expect(days).toEqual([{ status: 'SETTLED', count: 1, amount: 100 }]);
});

test('refunds of a payment add up, with one active at most, and never exceed its amount', async () => {
  const [payment] = await database.query<{ payment_id: string }>('SELECT payment_id FROM payments');
  const refund = (amount: number, state: string) =>
    database.query(
      `INSERT INTO refunds (merchant_id, refund_id, payment_id, amount, currency, status, created_at, updated_at)
       VALUES ($1, $2, $3, $4::bigint, 'GBP', $5::text::money_out_status, now(), now())`,
      [merchant, crypto.randomUUID(), payment?.payment_id ?? '', amount, state],
    );
  const sums = () => database.query('SELECT amount_refunded, amount_refunding FROM payments');
  await refund(40, 'IN_PROGRESS');
  expect(await sums()).toEqual([{ amount_refunded: 0, amount_refunding: 40 }]);
  await expect(refund(10, 'IN_PROGRESS')).rejects.toThrow('refunds_one_active');
  await database.query(`UPDATE refunds SET status = 'PROCESSED'`);
  expect(await sums()).toEqual([{ amount_refunded: 40, amount_refunding: 0 }]);
  await expect(refund(61, 'IN_PROGRESS')).rejects.toThrow('payments_refunds_within_amount');
  await expect(database.query(`UPDATE refunds SET status = 'IN_PROGRESS'`)).rejects.toThrow('cannot go from PROCESSED');
});
