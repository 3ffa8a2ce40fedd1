import type { Currency } from '@volume/contract/money/money.ts';
import type { ExceptionKind } from '@volume/contract/exceptions/labels.ts';
import type { ProviderName, StatementOrder } from '#providers/port.ts';
import type { Queries } from '#database/database.ts';
import { type Sql, sql } from '#database/sql.ts';
import type { MoneyOutStatus } from '#ledger/money-out.ts';

/** A refund or payout in our ledger; `amount` in minor units. */
export interface OwnOrder {
  merchantId: string;
  orderId: string;
  kind: StatementOrder['kind'];
  payInAccountId: number;
  provider: ProviderName;
  amount: number;
  currency: Currency;
  status: MoneyOutStatus;
  submittedAt: Date | null;
}

const chunk = 1_000;

async function readByIds<Row extends object>(
  { query }: Queries,
  orders: readonly StatementOrder[],
  select: (ids: string) => Sql,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let at = 0; at < orders.length; at += chunk) {
    const ids = orders.slice(at, at + chunk).map(({ merchantId, orderId }) => ({ merchantId, orderId }));
    found.push(...(await query<Row>(select(JSON.stringify(ids)))));
  }
  return found;
}

/** Our orders with the ids of a statement, keyed by `merchantId orderId`. */
export async function readOwnOrders(
  queries: Queries,
  orders: readonly StatementOrder[],
): Promise<ReadonlyMap<string, OwnOrder>> {
  const found = await readByIds<OwnOrder>(queries, orders, byId);
  return new Map(found.map((order) => [`${order.merchantId} ${order.orderId}`, order]));
}

/** The fields of an exception that show whether a statement contains anything new about an order. */
export interface FiledBefore {
  merchantId: string;
  orderId: string;
  kind: ExceptionKind;
  variant: string;
  payInAccountId: number | null;
  providerStatus: string | null;
  providerAmount: number | null;
}

export function readFiled(queries: Queries, orders: readonly StatementOrder[]): Promise<FiledBefore[]> {
  return readByIds<FiledBefore>(
    queries,
    orders,
    (ids) => sql`${stated(ids)}
    SELECT e.merchant_id AS "merchantId", e.object_id AS "orderId", e.kind, e.variant,
      e.payee_detail_id AS "payInAccountId", e.provider_status AS "providerStatus", e.provider_amount AS "providerAmount"
    FROM stated AS s JOIN exceptions AS e ON e.merchant_id = s."merchantId" AND e.object_id = s."orderId"`,
  );
}

/** Orders submitted to a provider in [from, until) that have or had money and were not reported missing. */
export function readSubmittedOrders(
  { query }: Queries,
  provider: ProviderName,
  from: Date,
  until: Date,
): Promise<OwnOrder[]> {
  return query<OwnOrder>(submitted({ provider, from, until }));
}

const payout = sql`o.merchant_id AS "merchantId", o.payout_payment_id AS "orderId", 'PAYOUT' AS kind,
  o.payee_detail_id AS "payInAccountId", d.va_provider_type AS provider, o.amount, o.currency::text AS currency, o.status::text AS status,
  o.submitted_at AS "submittedAt"`;
const refund = sql`r.merchant_id AS "merchantId", r.refund_id AS "orderId", 'REFUND' AS kind,
  p.payee_detail_id AS "payInAccountId", d.va_provider_type AS provider, r.amount, r.currency::text AS currency, r.status::text AS status,
  r.submitted_at AS "submittedAt"`;
const ofAccount = (row: Sql) =>
  sql`JOIN payee_details AS d ON d.merchant_id = ${row}.merchant_id AND d.payee_detail_id = ${row}.payee_detail_id`;
const ofPayment = sql`JOIN payments AS p ON p.merchant_id = r.merchant_id AND p.payment_id = r.payment_id`;

const stated = (ids: string) =>
  sql`WITH stated AS (SELECT * FROM jsonb_to_recordset(${ids}::jsonb) AS s("merchantId" uuid, "orderId" uuid))`;

const byId = (ids: string) => sql`${stated(ids)}
SELECT ${payout} FROM stated AS s
JOIN outbound_payments AS o ON o.merchant_id = s."merchantId" AND o.payout_payment_id = s."orderId"
${ofAccount(sql`o`)}
UNION ALL
SELECT ${refund} FROM stated AS s
JOIN refunds AS r ON r.merchant_id = s."merchantId" AND r.refund_id = s."orderId" ${ofPayment} ${ofAccount(sql`p`)}`;

interface Submitted {
  provider: ProviderName;
  from: Date;
  until: Date;
}

function submitted({ provider, from, until }: Submitted): Sql {
  const submittedThen = (order: Sql, id: Sql, account: Sql) => sql`
    ${ofAccount(account)}
    WHERE d.va_provider_type = ${provider} AND ${order}.submitted_at >= ${from}::timestamptz AND ${order}.submitted_at < ${until}::timestamptz
      AND ${order}.status IN ('HELD', 'PROCESSED', 'RETURNED')
      AND NOT EXISTS (SELECT FROM exceptions AS e WHERE e.merchant_id = ${order}.merchant_id
        AND e.object_id = ${order}.${id} AND e.kind = 'UNKNOWN_TO_PROVIDER')`;
  return sql`
SELECT ${payout} FROM outbound_payments AS o ${submittedThen(sql`o`, sql`payout_payment_id`, sql`o`)}
UNION ALL
SELECT ${refund} FROM refunds AS r ${ofPayment} ${submittedThen(sql`r`, sql`refund_id`, sql`p`)}`;
}
