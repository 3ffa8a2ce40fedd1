import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';
import { audit } from './audit.ts';

let database: Database;
beforeAll(async () => void (database = await openTestDatabase('sample')), 180_000);
afterAll(() => database.close());

/** Breaks something in a transaction that is then rolled back, and answers the rules found broken. */
async function rulesBrokenBy(sql: string): Promise<string[]> {
  let broken: string[] = [];
  const undo = new Error('undo');
  await database
    .transaction(async (queries) => {
      await queries.run(sql);
      broken = (await audit(queries)).map(({ rule }) => rule);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return broken;
}

const someLeg = `SELECT l.merchant_id, l.transfer_id, l.ledger_account_id FROM ledger_legs AS l
  JOIN ledger_accounts AS a ON a.ledger_account_id = l.ledger_account_id WHERE a.kind = 'AVAILABLE' AND l.amount > 100 LIMIT 1`;
const onLeg = (change: string) =>
  `ALTER TABLE ledger_legs DISABLE TRIGGER USER; ${change} WHERE (merchant_id, transfer_id, ledger_account_id) IN (${someLeg})`;

test('the sample world balances by every rule', async () => {
  expect(await audit(database)).toEqual([]);
});

test.each([
  [
    'a leg that lost a penny',
    onLeg('UPDATE ledger_legs SET amount = amount - 1'),
    'every transfer sums to zero per currency',
  ],
  ['a leg that is gone', onLeg('DELETE FROM ledger_legs'), 'every balance is the sum of its legs'],
  [
    'a transfer without legs',
    `INSERT INTO ledger_transfers (merchant_id, transfer_id, kind, at) SELECT merchant_id, gen_random_uuid(), 'FEE', now() FROM merchants LIMIT 1`,
    'every transfer has legs',
  ],
  [
    'a balance beside its legs',
    `UPDATE ledger_accounts SET balance = balance + 1 WHERE kind = 'SETTLEMENT'`,
    'every balance is the sum of its legs',
  ],
  [
    'a refunded sum without a refund',
    `UPDATE payments SET amount_refunded = 1 WHERE status = 'SETTLED' AND amount_refunded = 0 AND amount_refunding = 0`,
    "a payment's refunded and refunding sums are its refunds'",
  ],
  ['a day counted twice', 'UPDATE payments_daily SET count = count + 1', 'the daily roll-up is the payments'],
  [
    'a month that lost a penny',
    'UPDATE payments_monthly SET amount = amount - 1 WHERE month = (SELECT max(month) FROM payments_monthly)',
    'the monthly roll-up is the daily one',
  ],
  [
    'a payment that never came in',
    `ALTER TABLE payments DISABLE TRIGGER USER; UPDATE payments SET status = 'SETTLED' WHERE status = 'COMPLETED' AND is_to_virtual_account`,
    'every settled payment came in once with its amount, no other did',
  ],
  [
    'a release that the books missed',
    `UPDATE payments SET hold = 'RELEASED' WHERE hold = 'HELD'`,
    'what is held is what the held payments say',
  ],
  [
    'a payout that the books missed',
    `UPDATE outbound_payments SET status = 'CANCELLED' WHERE status = 'IN_PROGRESS'`,
    'what is pending out is what active refunds and payouts say',
  ],
  [
    'a payment nobody can find',
    'DELETE FROM payment_search',
    'every payment stands in the directory and can be searched',
  ],
  ['a payer nobody can find', 'DELETE FROM payer_search', 'every payment stands in the directory and can be searched'],
])('the audit names %s', async (_what, sql, rule) => {
  expect(await rulesBrokenBy(sql)).toContain(rule);
});
