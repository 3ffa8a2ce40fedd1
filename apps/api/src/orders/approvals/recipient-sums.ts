import type { Approval } from '@volume/contract/approvals/approvals.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

const day = 86_400_000;

/**
 * Makes the orders and exchanges of a merchant, and changes of its policy, run one after another until their transactions end: two
 * concurrent orders cannot both stay below a threshold, and no order misses a policy that was just made stricter. Call it before any row
 * is locked.
 */
export async function lockOrders({ query }: Queries, merchantId: string): Promise<void> {
  await query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`orders:${merchantId}`}, 0))`);
}

/**
 * A key of an order's recipient that is the same for the same bank account, also under another beneficiary: a British IBAN is its sort
 * code and account number. `otherwise` names a recipient whose number only the provider knows.
 */
export function recipientKey(
  { iban, sortCode, accountNumber }: Omit<Approval['recipient'], 'name'>,
  otherwise: string,
): string {
  const plain = (text: string) => text.replaceAll(/[^0-9a-z]/gi, '').toUpperCase();
  if (iban !== null) return /^GB\d\d[A-Z]{4}(\d{14})$/.exec(plain(iban))?.[1] ?? plain(iban);
  return sortCode === null || accountNumber === null ? otherwise : plain(sortCode + accountNumber);
}

export interface OrderSize {
  merchantId: string;
  recipientKey: string;
  /** Minor units. */
  amount: number;
  currency: Currency;
  at: Date;
}

/**
 * Whether an order must wait: the sum that its recipient gets within 24 hours without an approval, including this order, is above
 * a threshold. Exchanged money also counts towards the threshold of the currency from which it was sold, at the amount that was
 * paid for it, however long ago.
 */
export async function isAboveThreshold(queries: Queries, order: OrderSize): Promise<boolean> {
  const thresholds = await readThresholds(queries, order.merchantId);
  if (thresholds.size === 0) return false;
  const sums = await sumUnapproved(queries, order);
  const own = (sums.get(order.currency) ?? 0n) + BigInt(order.amount);
  for (const [currency, above] of thresholds) {
    const sum =
      currency === order.currency
        ? own
        : (sums.get(currency) ?? 0n) + (await soldFor(queries, { ...order, sold: currency, amount: own }));
    if (sum > BigInt(above)) return true;
  }
  return false;
}

/** The sums above which a merchant's orders wait, in minor units by currency; none for a currency without a rule. */
export async function readThresholds({ query }: Queries, merchantId: string): Promise<Map<Currency, number>> {
  const [found] = await query<Record<Currency, number | null>>(
    sql`SELECT above_gbp AS "GBP", above_eur AS "EUR" FROM approval_policies WHERE merchant_id = ${merchantId}`,
  );
  const each = Object.entries(found ?? {}) as [Currency, number | null][];
  return new Map(each.flatMap(([currency, above]) => (above === null ? [] : [[currency, above] as const])));
}

/** By currency. Orders that wait or were approved have a second approver; orders that were cancelled or failed moved no money. */
async function sumUnapproved(
  { query }: Queries,
  { merchantId, recipientKey: recipient, at }: OrderSize,
): Promise<Map<Currency, bigint>> {
  const since = new Date(at.getTime() - day);
  const recent = sql`merchant_id = ${merchantId} AND recipient = ${recipient} AND created_at > ${since}
    AND status NOT IN ('FAILED', 'CANCELLED')`;
  const rows = await query<{ currency: Currency; sum: number | bigint }>(
    sql`SELECT currency::text AS currency, sum(amount) AS sum FROM (
      SELECT payout_payment_id AS order_id, currency, amount FROM outbound_payments WHERE ${recent}
      UNION ALL SELECT refund_id, currency, amount FROM refunds WHERE ${recent}) AS o
     WHERE NOT EXISTS (SELECT FROM approvals AS a WHERE a.merchant_id = ${merchantId} AND a.order_id = o.order_id)
     GROUP BY 1`,
  );
  return new Map(rows.map(({ currency, sum }) => [currency, BigInt(sum)]));
}

interface Exchanged {
  merchantId: string;
  /** The currency of the order, which was bought. */
  currency: Currency;
  sold: Currency;
  /** The bought amount, in minor units. */
  amount: bigint;
}

/** The amount that was sold to buy an amount, as far as it can come from exchanges, rounded up. */
async function soldFor({ query }: Queries, { merchantId, currency, sold, amount }: Exchanged): Promise<bigint> {
  const [row] = await query<{ sold: number | bigint; bought: number | bigint }>(
    sql`SELECT coalesce(sum(q.sell_amount), 0) AS sold, coalesce(sum(q.buy_amount), 0) AS bought
     FROM exchanges AS e JOIN exchange_quotes AS q ON q.merchant_id = e.merchant_id AND q.quote_id = e.quote_id
     WHERE e.merchant_id = ${merchantId} AND e.status = 'COMPLETED' AND q.sell_currency = ${sold}::currency
       AND q.buy_currency = ${currency}::currency`,
  );
  const bought = BigInt(row?.bought ?? 0);
  if (bought === 0n) return 0n;
  const part = amount < bought ? amount : bought;
  return (part * BigInt(row?.sold ?? 0) + bought - 1n) / bought;
}
