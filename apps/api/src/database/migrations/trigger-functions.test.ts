import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { isDistributed } from '#database/distribution/distribute.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';
import { type TriggerForm, triggerFunctions } from './trigger-functions.ts';

let database: Database;
beforeAll(async () => void (database = await openTestDatabase()), 180_000);
afterAll(() => database.close());

const merchant = '01900000-0000-7000-8000-000000000001';
const id = (n: number) => `'01900000-0000-7000-8000-00000000${String(n).padStart(4, '0')}'`;
const payment = (n: number, amount: number, status: string) =>
  `('${merchant}', ${id(n)}, ${id(1)}, '2026-01-3${n % 2}T23:59Z', now(), ${amount}, 'GBP', '${status}', 'VOLUME', true, true, false, '')`;
const transfer = (n: number, legs: string) =>
  `INSERT INTO ledger_transfers (merchant_id, transfer_id, kind, at) VALUES ('${merchant}', ${id(n)}, 'FEE', '2026-01-31T12:00Z');
   INSERT INTO ledger_legs (merchant_id, transfer_id, ledger_account_id, currency, amount, at)
     SELECT '${merchant}', ${id(n)}, a.ledger_account_id, 'GBP', l.amount, '2026-01-31T12:00Z' FROM (VALUES ${legs}) AS l(kind, amount)
     JOIN ledger_accounts AS a ON a.kind::text = l.kind AND a.merchant_id = '${merchant}';`;

/** Every event of every trigger, one and several rows in a statement. */
const writes = `
  INSERT INTO merchants (merchant_id, company_name) VALUES ('${merchant}', 'Books Ltd');
  INSERT INTO applications (merchant_id, application_id, application_name) VALUES ('${merchant}', ${id(1)}, 'Shop');
  INSERT INTO payee_details (merchant_id, payee_detail_id, application_id, for_currency, account_holder_name, account_identification_1)
    VALUES ('${merchant}', 1, ${id(1)}, 'GBP', 'Books Ltd', '{"type":"ACCOUNT_NUMBER","number":"12345678"}');
  INSERT INTO ledger_accounts (merchant_id, ledger_account_id, payee_detail_id, currency, kind, floor)
    VALUES ('${merchant}', ${id(2)}, 1, 'GBP', 'AVAILABLE', 0), ('${merchant}', ${id(3)}, 1, 'GBP', 'SETTLEMENT', NULL),
      ('${merchant}', ${id(4)}, 1, 'GBP', 'FEES', NULL);
  INSERT INTO payments (merchant_id, payment_id, application_id, created_at, updated_at, amount, currency, status, type,
    is_to_virtual_account, is_new_payment, is_payer_checked, reference)
    VALUES ${payment(10, 100, 'NEW')}, ${payment(11, 250, 'NEW')}, ${payment(12, 7, 'NEW')};
  UPDATE payments SET status = 'SETTLED' WHERE payment_id IN (${id(10)}, ${id(11)});
  UPDATE payments SET hold = 'HELD' WHERE payment_id = ${id(11)};
  UPDATE payments SET reference = 'no roll-up changes' WHERE payment_id = ${id(10)};
  DELETE FROM payments WHERE payment_id = ${id(12)};
  INSERT INTO refunds (merchant_id, refund_id, payment_id, amount, currency, status, created_at, updated_at) VALUES
    ('${merchant}', ${id(20)}, ${id(10)}, 30, 'GBP', 'IN_PROGRESS', now(), now()),
    ('${merchant}', ${id(21)}, ${id(11)}, 40, 'GBP', 'IN_PROGRESS', now(), now());
  UPDATE refunds SET status = 'PROCESSED' WHERE refund_id = ${id(20)};
  DELETE FROM refunds WHERE refund_id = ${id(21)};
  ${transfer(30, `('SETTLEMENT', -500), ('AVAILABLE', 500)`)}
  ${transfer(31, `('AVAILABLE', -12), ('FEES', 2), ('SETTLEMENT', 10)`)}
  INSERT INTO activity (merchant_id, activity_id, at, actor, action, subject) VALUES
    ('${merchant}', ${id(41)}, now(), 'somebody', 'LATER', ''), ('${merchant}', ${id(40)}, now(), 'somebody', 'SOONER', '');
`;

const results: Record<string, string> = {
  payments: 'SELECT payment_id, amount_refunded, amount_refunding FROM payments ORDER BY 1',
  days: 'SELECT * FROM payments_daily ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10',
  months: 'SELECT * FROM payments_monthly ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10',
  balances: 'SELECT kind, balance FROM ledger_accounts ORDER BY 1',
  legs: 'SELECT at, transfer_id, amount, balance_after FROM ledger_legs ORDER BY 1, 2, 3',
  balanceDays: 'SELECT * FROM balance_daily ORDER BY 1, 2, 3',
  trail: 'SELECT activity_id FROM trail_waiting ORDER BY seq',
};

/** The rows that the triggers wrote in this form; the transaction is rolled back. */
async function effectsOf(form: TriggerForm): Promise<Record<string, unknown[]>> {
  const effects: Record<string, unknown[]> = {};
  const undo = new Error('undo');
  await database
    .transaction(async (queries) => {
      for (const definition of triggerFunctions(form)) await queries.run(definition);
      await queries.run(writes);
      for (const [name, text] of Object.entries(results)) effects[name] = await queries.query(text);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return effects;
}

test('both forms of the trigger functions write the same rows', async ({ skip }) => {
  if (await isDistributed(database)) skip();
  const effects = await effectsOf('one server');
  expect(effects).toEqual(await effectsOf('distributed'));
  expect(effects['payments']).toMatchObject([
    { amount_refunded: 30, amount_refunding: 0 },
    { amount_refunded: 0, amount_refunding: 0 },
  ]);
  expect(effects['balances']).toEqual([
    { kind: 'AVAILABLE', balance: 488 },
    { kind: 'SETTLEMENT', balance: -490 },
    { kind: 'FEES', balance: 2 },
  ]);
  expect(effects['balanceDays']).toMatchObject([{ day: '2026-01-31', lines: 3, amount: 488 }]);
  expect(effects['days']?.length).toBeGreaterThan(1);
  expect(effects['months']?.length).toBeGreaterThan(1);
  expect(effects['trail']).toHaveLength(2);
});

test('the database has the form that fits it, and no other function runs dynamic SQL', async () => {
  const form = (await isDistributed(database)) ? 'distributed' : 'one server';
  const found = await database.query<{ body: string }>(
    `SELECT prosrc AS body FROM pg_proc WHERE proname IN ('add_refunds_to_payments', 'add_to_payments_daily', 'post_ledger_legs',
       'add_to_balance_daily', 'await_trail', 'place_ledger_leg') ORDER BY proname`,
  );
  const bodies = triggerFunctions(form).map((definition) => definition.split('$$')[1] ?? '');
  expect(found.map(({ body }) => body)).toEqual([bodies[0], bodies[3], bodies[1], bodies[4], bodies[5], bodies[2]]);
  const [dynamic] = await database.query<{ count: number }>(
    `SELECT count(*) AS count FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosrc LIKE '%EXECUTE%'`,
  );
  expect(dynamic?.count).toBe(form === 'distributed' ? 6 : 0);
});
