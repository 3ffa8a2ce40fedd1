import type { Currency } from '@volume/contract/money.ts';
import type { Queries } from '#database/database.ts';
import { type Sql, sql } from '#database/sql.ts';
import type { ProviderName, StatementOrder } from '#core/account-providers.ts';
import type { MoneyOutStatus } from '#ledger/money-out.ts';

/** A refund or payout as our books hold it; `amount` in minor units. */
export type OwnOrder = {
  merchantId: string;
  orderId: string;
  kind: StatementOrder['kind'];
  payInAccountId: number;
  amount: number;
  currency: Currency;
  status: MoneyOutStatus;
};

const chunk = 1_000;

/** Our orders by the ids of a statement, under `merchantId orderId`. */
export async function readOwnOrders(
  { query }: Queries,
  orders: readonly StatementOrder[],
): Promise<ReadonlyMap<string, OwnOrder>> {
  const found = new Map<string, OwnOrder>();
  for (let at = 0; at < orders.length; at += chunk) {
    const ids = orders.slice(at, at + chunk).map(({ merchantId, orderId }) => ({ merchantId, orderId }));
    for (const order of await query<OwnOrder>(byId(JSON.stringify(ids)))) {
      found.set(`${order.merchantId} ${order.orderId}`, order);
    }
  }
  return found;
}

/**
 * Our orders at a provider that were paid (or came back) from `from` until before `until`, begun that day or the day before: what was
 * paid then stands on the statement of one of the two. What a person booked to correct something stands on none.
 */
export function readOrdersThatEnded(
  { query }: Queries,
  provider: ProviderName,
  from: Date,
  until: Date,
): Promise<OwnOrder[]> {
  return query<OwnOrder>(ended({ provider, from, until }));
}

const payout = sql`o.merchant_id AS "merchantId", o.payout_payment_id AS "orderId", 'PAYOUT' AS kind,
  o.payee_detail_id AS "payInAccountId", o.amount, o.currency::text AS currency, o.status::text AS status`;
const refund = sql`r.merchant_id AS "merchantId", r.refund_id AS "orderId", 'REFUND' AS kind,
  p.payee_detail_id AS "payInAccountId", r.amount, r.currency::text AS currency, r.status::text AS status`;
const ofPayment = sql`JOIN payments AS p ON p.merchant_id = r.merchant_id AND p.payment_id = r.payment_id`;

const byId = (ids: string) => sql`
WITH stated AS (SELECT * FROM jsonb_to_recordset(${ids}::jsonb) AS s("merchantId" uuid, "orderId" uuid))
SELECT ${payout} FROM stated AS s
JOIN outbound_payments AS o ON o.merchant_id = s."merchantId" AND o.payout_payment_id = s."orderId"
UNION ALL
SELECT ${refund} FROM stated AS s
JOIN refunds AS r ON r.merchant_id = s."merchantId" AND r.refund_id = s."orderId" ${ofPayment}`;

type Ended = { provider: ProviderName; from: Date; until: Date };

/** What ended in time at the provider, by the order's alias, its id's column and the alias that names its account. */
function ended({ provider, from, until }: Ended): Sql {
  const endedThen = (order: Sql, id: Sql, account: Sql) => sql`
    JOIN payee_details AS d ON d.merchant_id = ${order}.merchant_id AND d.payee_detail_id = ${account}.payee_detail_id
      AND d.va_provider_type = ${provider}
    WHERE ${order}.status IN ('PROCESSED', 'RETURNED')
      AND ${order}.updated_at >= ${from}::timestamptz AND ${order}.updated_at < ${until}::timestamptz
      AND ${order}.created_at >= ${from}::timestamptz - interval '1 day'
      AND NOT EXISTS (SELECT FROM exception_corrections AS c
      WHERE c.merchant_id = ${order}.merchant_id AND c.correction_id = ${order}.${id})`;
  return sql`
SELECT ${payout} FROM outbound_payments AS o ${endedThen(sql`o`, sql`payout_payment_id`, sql`o`)}
UNION ALL
SELECT ${refund} FROM refunds AS r ${ofPayment} ${endedThen(sql`r`, sql`refund_id`, sql`p`)}`;
}
