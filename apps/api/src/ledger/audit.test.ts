import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Queries } from '#database/database.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';
import { audit, auditRule, ruleNames } from './audit.ts';

let database: Database;
beforeAll(async () => void (database = await openTestDatabase('sample')), 180_000);
afterAll(() => database.close());

/** Runs a statement, rolls it back afterwards, and returns the rules that the audit found broken. */
async function rulesBrokenBy(sql: string): Promise<string[]> {
  let broken: string[] = [];
  const undo = new Error('undo');
  await database
    .transaction(async (queries) => {
      await queries.run(sql);
      broken = (await audit(queries)).map(({ rule }) => rule);
      expect(await rulesBrokenBySpan(queries), 'checked span after span').toEqual(broken);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return broken;
}

/** The rules that are broken in one of several spans, which hold all merchants together. */
async function rulesBrokenBySpan(queries: Queries): Promise<string[]> {
  const merchants = await queries.query<{ id: string }>(
    'SELECT merchant_id AS id FROM merchants ORDER BY merchant_id LIMIT 3',
  );
  const ids = ['00000000-0000-0000-0000-000000000000', ...merchants.map(({ id }) => id), 'f'.repeat(32)];
  const broken: string[] = [];
  for (const rule of ruleNames) {
    const spans = ids.slice(1).map((upTo, at) => auditRule(queries, rule, { after: ids[at] ?? '', upTo }));
    if ((await Promise.all(spans)).some(Boolean)) broken.push(rule);
  }
  return broken;
}

const someLeg = `SELECT l.merchant_id, l.transfer_id, l.ledger_account_id FROM ledger_legs AS l
  JOIN ledger_accounts AS a ON a.merchant_id = l.merchant_id AND a.ledger_account_id = l.ledger_account_id WHERE a.kind = 'AVAILABLE' AND l.amount > 100 LIMIT 1`;
const onLeg = (change: string) =>
  `ALTER TABLE ledger_legs DISABLE TRIGGER USER; ${change} WHERE (merchant_id, transfer_id, ledger_account_id) IN (${someLeg})`;

test('finds nothing wrong in the sample data', async () => {
  expect(await audit(database)).toEqual([]);
});

test.each([
  [
    'a leg that lost a penny',
    onLeg('UPDATE ledger_legs SET amount = amount - 1'),
    'every transfer sums to zero per currency',
  ],
  [
    'a stored balance that is not the one of its place',
    `ALTER TABLE ledger_legs DISABLE TRIGGER USER; UPDATE ledger_legs AS l SET balance_after = 1 FROM ledger_accounts AS a
     WHERE a.merchant_id = l.merchant_id AND a.ledger_account_id = l.ledger_account_id AND a.kind = 'SETTLEMENT'`,
    'every stored balance of a statement is the sum of its lines up to it',
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
    'a payout said to be paid whose money was given back',
    `ALTER TABLE outbound_payments DISABLE TRIGGER USER;
     UPDATE outbound_payments SET status = 'PROCESSED' WHERE status IN ('FAILED', 'CANCELLED')`,
    'every refund and payout took its amount out of its own account, and went where its status says',
  ],
  [
    'a payout of another amount than was moved',
    `UPDATE outbound_payments SET amount = amount + 1 WHERE status = 'PROCESSED'`,
    'every refund and payout took its amount out of its own account, and went where its status says',
  ],
  [
    'a refund and its payment that agree on a sum which was not moved',
    `UPDATE refunds SET amount = amount - 1 WHERE status = 'PROCESSED' AND amount > 1;
     UPDATE payments AS p SET amount_refunded = (SELECT sum(amount) FROM refunds AS r WHERE r.merchant_id = p.merchant_id AND r.payment_id = p.payment_id AND status = 'PROCESSED')
     WHERE amount_refunded > 1`,
    'every refund and payout took its amount out of its own account, and went where its status says',
  ],
  [
    'a payment said to be returned whose money was released',
    `ALTER TABLE payments DISABLE TRIGGER USER; UPDATE payments SET hold = 'RETURNED' WHERE hold = 'RELEASED'`,
    "a settled payment's money is in its own account's books, held, released or returned as its status says",
  ],
  [
    'a payment whose money is in another account',
    `ALTER TABLE payments DISABLE TRIGGER USER; UPDATE payments AS p SET payee_detail_id = d.payee_detail_id FROM payee_details AS d
     WHERE d.merchant_id = p.merchant_id AND d.is_virtual_account AND d.payee_detail_id <> p.payee_detail_id AND p.status = 'SETTLED'`,
    "a settled payment's money is in its own account's books, held, released or returned as its status says",
  ],
  [
    'an exchange that moved nothing',
    `WITH q AS (
       INSERT INTO exchange_quotes (merchant_id, quote_id, application_id, from_payee_detail_id, to_payee_detail_id, sell_amount, sell_currency,
         buy_amount, buy_currency, rate, mid_rate, fee, created_at, expires_at)
       SELECT merchant_id, gen_random_uuid(), application_id, payee_detail_id, payee_detail_id, 2, 'GBP', 1, 'EUR', 1, 1, 0, now(), now()
       FROM payee_details WHERE is_virtual_account LIMIT 1 RETURNING *)
     INSERT INTO exchanges (merchant_id, exchange_id, quote_id, application_id, status, created_by, created_at)
     SELECT merchant_id, quote_id, quote_id, application_id, 'COMPLETED', 'nobody', now() FROM q`,
    'every exchange moved what its quote says',
  ],
  ['a payment nobody can find', 'DELETE FROM payment_search', 'every payment is in the directory and can be searched'],
  ['a payer nobody can find', 'DELETE FROM payer_search', 'every payment is in the directory and can be searched'],
])('reports the broken rule: %s', async (_what, sql, rule) => {
  expect(await rulesBrokenBy(sql)).toContain(rule);
});
