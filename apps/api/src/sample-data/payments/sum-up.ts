import type { Queries } from '#database/database.ts';
import { allowTriggers, isDistributed } from '#database/distribution/distribute.ts';

const triggers = {
  payments: ['payments_daily_insert', 'payments_daily_update'],
  refunds: ['refunds_sum_insert'],
  ledger_legs: ['ledger_legs_place', 'ledger_legs_post', 'ledger_legs_roll_up'],
};

/**
 * Runs `write` with these triggers disabled and then computes the sums once from all rows, which is cheaper for a bulk
 * load. The payments must already include their refunds. The ledger audit applies the same rules to both ways.
 */
export async function sumUpAfter(queries: Queries, write: () => Promise<void>): Promise<void> {
  if (await isDistributed(queries)) await allowTriggers(queries);
  for (const change of each('DISABLE')) await queries.run(change);
  await write();
  for (const sum of sums) await queries.run(sum);
  for (const change of each('ENABLE')) await queries.run(change);
}

function each(change: 'DISABLE' | 'ENABLE'): string[] {
  const names = Object.entries(triggers).flatMap(([table, own]) => own.map((trigger) => [table, trigger] as const));
  return names.map(([table, trigger]) => `ALTER TABLE ${table} ${change} TRIGGER ${trigger}`);
}

const dimensions = (span: string) =>
  `merchant_id, ${span}, application_id, currency, status, type, risk, is_held, is_refunded`;

// In key order, so that indexes grow only at their end.
const sums = [
  `INSERT INTO payments_daily (${dimensions('day')}, count, amount)
   SELECT * FROM (
     SELECT merchant_id, (created_at AT TIME ZONE 'UTC')::date AS day, application_id, currency, status, type, coalesce(risk::text, '') AS risk,
       hold = 'HELD' AS is_held, is_refunded, count(*), sum(amount)
     FROM payments GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 OFFSET 0
   ) AS d ORDER BY ${dimensions('day')}`,
  `INSERT INTO payments_monthly (${dimensions('month')}, count, amount)
   SELECT merchant_id, date_trunc('month', day::timestamp)::date AS month, application_id, currency, status, type, risk, is_held, is_refunded,
     sum(count), sum(amount)
   FROM payments_daily GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY ${dimensions('month')}`,
  // The floor is checked here as with every posting.
  `UPDATE ledger_accounts AS a SET balance = l.amount
   FROM (SELECT merchant_id, ledger_account_id, sum(amount)::bigint AS amount FROM ledger_legs GROUP BY 1, 2) AS l
   WHERE a.merchant_id = l.merchant_id AND a.ledger_account_id = l.ledger_account_id`,
  `INSERT INTO balance_daily (merchant_id, payee_detail_id, day, lines, amount)
   SELECT l.merchant_id, a.payee_detail_id, (l.at AT TIME ZONE 'UTC')::date AS day, count(*), -sum(l.amount)
   FROM ledger_legs AS l JOIN ledger_accounts AS a ON a.merchant_id = l.merchant_id AND a.ledger_account_id = l.ledger_account_id
   WHERE a.kind IN ('SETTLEMENT', 'FEES', 'EXCHANGE') GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
];
