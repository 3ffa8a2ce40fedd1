import type { Queries } from '#database/database.ts';
import type { LedgerAccountKind } from './transfer.ts';

export interface Finding {
  rule: string;
  count: number;
  /** At most five of the rows that break the rule. */
  examples: Record<string, unknown>[];
}

/** Checks every ledger rule and returns those that are violated. Reads whole tables: for tests and nightly runs. */
export async function audit(queries: Queries): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const rule of ruleNames) {
    const finding = await auditRule(queries, rule);
    if (finding) findings.push(finding);
  }
  return findings;
}

/** Merchants by their ids: those above `after`, up to `upTo`. */
export interface Span {
  after: string;
  upTo: string;
}

/** Checks one ledger rule by its name, for all merchants or a span of them; null when it holds. */
export async function auditRule({ query }: Queries, rule: string, span?: Span): Promise<Finding | null> {
  const broken = rules[rule] ?? '';
  const text = `SELECT *, count(*) OVER () AS found FROM (${broken}) AS broken LIMIT 5`;
  const examples = await (span ? query(`${within(broken)} ${text}`, [span.after, span.upTo]) : query(text));
  return examples.length > 0 ? { rule, count: Number(examples[0]?.['found']), examples } : null;
}

const tables = [
  'approvals',
  'due_work',
  'exchange_quotes',
  'exchanges',
  'ledger_accounts',
  'ledger_legs',
  'ledger_transfers',
  'object_directory',
  'outbound_payments',
  'outgoing_events',
  'payer_search',
  'payment_events',
  'payment_search',
  'payments',
  'payments_daily',
  'payments_monthly',
  'refunds',
];

/** Begins a rule's statement: in it, the names of tables mean only the rows of the merchants in the span. */
function within(rule: string): string {
  const own = tables.filter((name) => new RegExp(`(FROM|JOIN) ${name}\\b`).test(rule));
  const rows = 'merchant_id > $1::uuid AND merchant_id <= $2::uuid';
  return `WITH ${own.map((name) => `${name} AS NOT MATERIALIZED (SELECT * FROM ${name} WHERE ${rows})`).join(', ')}`;
}

/** Ledger legs joined with the kind of their account. */
const legs = `(SELECT l.merchant_id, l.transfer_id, l.amount, a.kind, a.payee_detail_id FROM ledger_legs AS l
  JOIN ledger_accounts AS a ON a.merchant_id = l.merchant_id AND a.ledger_account_id = l.ledger_account_id) AS l`;
const sumIn = (kind: LedgerAccountKind) => `coalesce(sum(l.amount) FILTER (WHERE l.kind = '${kind}'), 0)`;

/** Each rule as a query for the rows that violate it. */
const rules: Record<string, string> = {
  'every transfer sums to zero per currency': `
    SELECT merchant_id, transfer_id, currency, sum(amount) FROM ledger_legs GROUP BY 1, 2, 3 HAVING sum(amount) <> 0`,

  'every transfer has legs': `
    SELECT t.merchant_id, t.transfer_id, t.kind FROM ledger_transfers AS t
    WHERE NOT EXISTS (SELECT FROM ledger_legs AS l WHERE l.merchant_id = t.merchant_id AND l.transfer_id = t.transfer_id)`,

  'every balance is the sum of its legs': `
    SELECT a.merchant_id, a.ledger_account_id, a.balance, coalesce(l.amount, 0) AS legs FROM ledger_accounts AS a
    LEFT JOIN (SELECT merchant_id, ledger_account_id, sum(amount) AS amount FROM ledger_legs GROUP BY 1, 2) AS l
      ON l.merchant_id = a.merchant_id AND l.ledger_account_id = a.ledger_account_id
    WHERE a.balance <> coalesce(l.amount, 0)`,

  'every stored balance of a statement is the sum of its lines up to it': `
    SELECT merchant_id, payee_detail_id, transfer_id, balance_after, balance FROM (
      SELECT l.merchant_id, a.payee_detail_id, l.transfer_id, l.balance_after, -sum(l.amount) OVER (
        PARTITION BY l.merchant_id, a.payee_detail_id ORDER BY l.at, l.transfer_id, l.ledger_account_id) AS balance
      FROM ledger_legs AS l JOIN ledger_accounts AS a
        ON a.merchant_id = l.merchant_id AND a.ledger_account_id = l.ledger_account_id
      WHERE a.kind IN ('SETTLEMENT', 'FEES', 'EXCHANGE')
    ) AS history WHERE balance_after <> balance`,

  'no account is below its floor, nor ever was': `
    SELECT merchant_id, ledger_account_id, at, balance FROM (
      SELECT l.merchant_id, l.ledger_account_id, l.at, a.floor,
        sum(l.amount) OVER (PARTITION BY l.merchant_id, l.ledger_account_id ORDER BY l.at) AS balance
      FROM (SELECT merchant_id, ledger_account_id, at, sum(amount) AS amount FROM ledger_legs GROUP BY 1, 2, 3) AS l
      JOIN ledger_accounts AS a ON a.merchant_id = l.merchant_id AND a.ledger_account_id = l.ledger_account_id
      WHERE a.floor IS NOT NULL
    ) AS history WHERE balance < floor`,

  "a payment's refunded and refunding sums are its refunds'": `
    SELECT p.merchant_id, p.payment_id, p.amount_refunded, p.amount_refunding, r.done, r.active FROM payments AS p
    LEFT JOIN (SELECT merchant_id, payment_id, sum(amount) FILTER (WHERE status = 'PROCESSED') AS done,
        sum(amount) FILTER (WHERE status IN ('IN_PROGRESS', 'HELD')) AS active FROM refunds GROUP BY 1, 2) AS r
      ON r.merchant_id = p.merchant_id AND r.payment_id = p.payment_id
    WHERE p.amount_refunded <> coalesce(r.done, 0) OR p.amount_refunding <> coalesce(r.active, 0)`,

  'no payment is refunded above its amount': `
    SELECT merchant_id, payment_id FROM payments WHERE amount_refunded + amount_refunding > amount`,

  'only settled payments into a virtual account, neither held nor returned, have refunds, one active at most': `
    SELECT p.merchant_id, p.payment_id, p.status, p.hold FROM payments AS p
    JOIN refunds AS r ON r.merchant_id = p.merchant_id AND r.payment_id = p.payment_id
    GROUP BY p.merchant_id, p.payment_id, p.status, p.is_to_virtual_account, p.hold HAVING p.status <> 'SETTLED' OR NOT p.is_to_virtual_account OR p.hold IN ('HELD', 'RETURNED')
      OR count(*) FILTER (WHERE r.status IN ('IN_PROGRESS', 'HELD')) > 1`,

  'the daily roll-up is the payments': `
    SELECT * FROM (
      SELECT merchant_id, (created_at AT TIME ZONE 'UTC')::date AS day, application_id, currency, status, type, coalesce(risk::text, '') AS risk,
        hold = 'HELD' AS is_held, is_refunded, count(*) AS count, sum(amount) AS amount FROM payments GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ) AS p FULL JOIN (
      SELECT merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, sum(count) AS count, sum(amount) AS amount
      FROM payments_daily GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(count) <> 0 OR sum(amount) <> 0
    ) AS d
      USING (merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded)
    WHERE p.count IS DISTINCT FROM d.count OR p.amount IS DISTINCT FROM d.amount`,

  'the monthly roll-up is the daily one': `
    SELECT * FROM (
      SELECT merchant_id, date_trunc('month', day::timestamp)::date AS month, application_id, currency, status, type, risk, is_held, is_refunded,
        sum(count) AS count, sum(amount) AS amount FROM payments_daily GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(count) <> 0 OR sum(amount) <> 0
    ) AS d FULL JOIN (
      SELECT merchant_id, month, application_id, currency, status, type, risk, is_held, is_refunded, sum(count) AS count, sum(amount) AS amount
      FROM payments_monthly GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(count) <> 0 OR sum(amount) <> 0
    ) AS m
      USING (merchant_id, month, application_id, currency, status, type, risk, is_held, is_refunded)
    WHERE d.count IS DISTINCT FROM m.count OR d.amount IS DISTINCT FROM m.amount`,

  'every settled payment came in once with its amount, no other did': `
    SELECT p.merchant_id, p.payment_id, p.status, p.amount, l.amount AS came_in FROM payments AS p
    LEFT JOIN (SELECT t.merchant_id, t.payment_id, sum(l.amount) AS amount FROM ledger_transfers AS t
      JOIN ledger_legs AS l ON l.merchant_id = t.merchant_id AND l.transfer_id = t.transfer_id AND l.amount > 0
      WHERE t.kind IN ('PAY_IN', 'PAY_IN_HELD') GROUP BY 1, 2) AS l ON l.merchant_id = p.merchant_id AND l.payment_id = p.payment_id
    WHERE CASE WHEN p.status = 'SETTLED' THEN p.amount END IS DISTINCT FROM l.amount`,

  "a settled payment's money is in its own account's books, held, released or returned as its status says": `
    SELECT merchant_id, payment_id, payee_detail_id, p.hold, p.amount, l.available, l.held, l.settled FROM (
      SELECT merchant_id, payment_id, payee_detail_id, hold, amount FROM payments WHERE status = 'SETTLED'
    ) AS p FULL JOIN (
      SELECT t.merchant_id, t.payment_id, l.payee_detail_id, ${sumIn('AVAILABLE')} AS available, ${sumIn('HELD')} AS held,
        ${sumIn('SETTLEMENT')} AS settled
      FROM ledger_transfers AS t JOIN ${legs} USING (merchant_id, transfer_id) WHERE t.kind LIKE 'PAY\\_IN%' GROUP BY 1, 2, 3
    ) AS l USING (merchant_id, payment_id, payee_detail_id)
    WHERE (l.available, l.held, l.settled) IS DISTINCT FROM (CASE WHEN p.hold IN ('HELD', 'RETURNED') THEN 0 ELSE p.amount END,
      CASE p.hold WHEN 'HELD' THEN p.amount ELSE 0 END, CASE p.hold WHEN 'RETURNED' THEN 0 ELSE -p.amount END)`,

  'every refund and payout took its amount out of its own account, and went where its status says': `
    SELECT merchant_id, order_id, payee_detail_id, o.status, o.amount, l.reserved, l.available, l.pending, l.settled FROM (
      SELECT merchant_id, payout_payment_id AS order_id, payee_detail_id, status, amount FROM outbound_payments
      UNION ALL SELECT r.merchant_id, r.refund_id, p.payee_detail_id, r.status, r.amount FROM refunds AS r
      JOIN payments AS p ON p.merchant_id = r.merchant_id AND p.payment_id = r.payment_id
    ) AS o FULL JOIN (
      SELECT t.merchant_id, coalesce(t.payout_payment_id, t.refund_id) AS order_id, l.payee_detail_id,
        sum(l.amount) FILTER (WHERE l.kind = 'PENDING_OUT' AND t.kind LIKE '%\\_RESERVED') AS reserved,
        ${sumIn('AVAILABLE')} AS available, ${sumIn('PENDING_OUT')} AS pending, ${sumIn('SETTLEMENT')} AS settled
      FROM ledger_transfers AS t JOIN ${legs} USING (merchant_id, transfer_id)
      WHERE t.payout_payment_id IS NOT NULL OR t.refund_id IS NOT NULL GROUP BY 1, 2, 3
    ) AS l USING (merchant_id, order_id, payee_detail_id)
    WHERE (l.reserved, l.available, l.pending, l.settled) IS DISTINCT FROM (o.amount,
      CASE WHEN o.status IN ('FAILED', 'CANCELLED', 'RETURNED') THEN 0 ELSE -o.amount END,
      CASE WHEN o.status IN ('IN_PROGRESS', 'HELD') THEN o.amount ELSE 0 END,
      CASE o.status WHEN 'PROCESSED' THEN o.amount ELSE 0 END)`,

  'every exchange moved what its quote says': `
    SELECT merchant_id, exchange_id, e.quote_id, l.sold, l.bought, l.fee FROM (
      SELECT e.exchange_id, q.* FROM exchanges AS e
      JOIN exchange_quotes AS q ON q.merchant_id = e.merchant_id AND q.quote_id = e.quote_id WHERE e.status = 'COMPLETED'
    ) AS e FULL JOIN (
      SELECT t.merchant_id, t.exchange_id, min(l.payee_detail_id) FILTER (WHERE l.amount < 0 AND l.kind = 'AVAILABLE') AS sold_from,
        min(l.payee_detail_id) FILTER (WHERE l.amount > 0 AND l.kind = 'AVAILABLE') AS bought_into,
        sum(l.amount) FILTER (WHERE l.amount < 0 AND l.kind = 'AVAILABLE') AS sold,
        sum(l.amount) FILTER (WHERE l.amount > 0 AND l.kind = 'AVAILABLE') AS bought, ${sumIn('FEES')} AS fee
      FROM ledger_transfers AS t JOIN ${legs} USING (merchant_id, transfer_id) WHERE t.exchange_id IS NOT NULL GROUP BY 1, 2
    ) AS l USING (merchant_id, exchange_id)
    WHERE (l.sold_from, l.bought_into, l.sold, l.bought, l.fee)
      IS DISTINCT FROM (e.from_payee_detail_id, e.to_payee_detail_id, -e.sell_amount, e.buy_amount, e.fee)`,

  'what is held is what the held payments say': `
    SELECT a.merchant_id, a.ledger_account_id, a.balance, p.amount FROM ledger_accounts AS a
    LEFT JOIN (SELECT merchant_id, payee_detail_id, sum(amount) AS amount FROM payments WHERE hold = 'HELD' GROUP BY 1, 2) AS p
      ON p.merchant_id = a.merchant_id AND p.payee_detail_id = a.payee_detail_id
    WHERE a.kind = 'HELD' AND a.balance <> coalesce(p.amount, 0)`,

  'what is pending out is what active refunds and payouts say': `
    SELECT a.merchant_id, a.ledger_account_id, a.balance, o.amount FROM ledger_accounts AS a
    LEFT JOIN (SELECT merchant_id, payee_detail_id, sum(amount) AS amount FROM (
        SELECT merchant_id, payee_detail_id, amount FROM outbound_payments WHERE status IN ('IN_PROGRESS', 'HELD')
        UNION ALL SELECT merchant_id, payee_detail_id, amount_refunding FROM payments WHERE amount_refunding > 0
      ) AS active GROUP BY 1, 2) AS o ON o.merchant_id = a.merchant_id AND o.payee_detail_id = a.payee_detail_id
    WHERE a.kind = 'PENDING_OUT' AND a.balance <> coalesce(o.amount, 0)`,

  'what waits for a second person is in progress and nobody was given it or told of it; what was not approved is cancelled': `
    SELECT a.merchant_id, a.order_id, a.state, o.status FROM approvals AS a LEFT JOIN (
      SELECT merchant_id, payout_payment_id AS order_id, status, amount FROM outbound_payments
      UNION ALL SELECT merchant_id, refund_id, status, amount FROM refunds
    ) AS o USING (merchant_id, order_id)
    LEFT JOIN (SELECT DISTINCT merchant_id, object_id AS order_id FROM due_work
      WHERE kind IN ('PAYOUT_SUBMIT', 'PAYOUT_ASK', 'REFUND_SUBMIT', 'REFUND_ASK')) AS w
      ON w.merchant_id = a.merchant_id AND w.order_id = a.order_id
    WHERE o.amount IS DISTINCT FROM a.amount
      OR a.state = 'WAITING' AND o.status <> 'IN_PROGRESS'
      OR a.state IN ('REFUSED', 'CANCELLED', 'EXPIRED') AND o.status <> 'CANCELLED'
      OR a.state <> 'APPROVED' AND (w.order_id IS NOT NULL OR EXISTS (
        SELECT FROM outgoing_events AS e WHERE e.merchant_id = a.merchant_id AND e.object_id = a.order_id))`,

  'every payment is in the directory and can be searched': `
    SELECT p.merchant_id, p.payment_id FROM payments AS p
    LEFT JOIN object_directory AS d ON d.object_id = p.payment_id AND d.merchant_id = p.merchant_id
    LEFT JOIN payment_search AS s ON s.merchant_id = p.merchant_id AND s.payment_id = p.payment_id
    LEFT JOIN payer_search AS y ON y.merchant_id = s.merchant_id AND y.payer_key = s.payer_key
    WHERE d.object_id IS NULL OR s.payment_id IS NULL OR (s.payer_key IS NOT NULL AND y.payer_key IS NULL)`,

  "every payment's story ends in its status": `
    SELECT p.merchant_id, p.payment_id, p.status FROM payments AS p
    WHERE NOT EXISTS (SELECT FROM payment_events AS e WHERE e.merchant_id = p.merchant_id AND e.payment_id = p.payment_id AND e.type = p.status::text)`,
};

export const ruleNames: readonly string[] = Object.keys(rules);
