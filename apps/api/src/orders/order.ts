import type { Currency } from '@volume/contract/money/money.ts';
import type { ProviderName, ProviderOrder } from '#providers/port.ts';
import type { Queries } from '#database/database.ts';
import { raw, type Sql, sql } from '#database/sql.ts';
import { post } from '#ledger/post.ts';
import type { MoneyOutStatus } from '#ledger/money-out.ts';
import { move, type Movement, type Transfer } from '#ledger/transfer.ts';
import type { WriteContext } from '#core/write-context.ts';

export type OrderKind = ProviderOrder['kind'];

export interface OrderName {
  kind: OrderKind;
  merchantId: string;
  orderId: string;
}

/** The fields of a payout or refund that its money and history need; `amount` in minor units. */
export interface OrderFacts extends OrderName {
  applicationId: string;
  payInAccountId: number;
  /** The refunded payment; null for a payout. */
  paymentId: string | null;
  amount: number;
  currency: Currency;
}

/** A payout or refund: money that its account provider is asked to send. */
export interface Order extends OrderFacts {
  provider: ProviderName;
  reference: string | null;
  /** The provider's id of the beneficiary; null when the provider identifies the recipient otherwise. */
  beneficiaryId: string | null;
  status: MoneyOutStatus;
  updatedAt: Date;
  /** The last time it was submitted to its provider, with any outcome; null before the first time. */
  submittedAt: Date | null;
}

const tables: Record<OrderKind, { table: Sql; id: Sql }> = {
  PAYOUT: { table: raw('outbound_payments'), id: raw('payout_payment_id') },
  REFUND: { table: raw('refunds'), id: raw('refund_id') },
};

const shared = sql`d.va_provider_type AS provider, o.amount, o.currency::text AS currency, o.reference,
  o.status::text AS status, o.updated_at AS "updatedAt", o.submitted_at AS "submittedAt"`;

const select: Record<OrderKind, (name: OrderName) => Sql> = {
  PAYOUT: ({ merchantId, orderId }) =>
    sql`SELECT o.application_id AS "applicationId", o.payee_detail_id AS "payInAccountId", NULL::uuid AS "paymentId",
       o.destination->>'id' AS "beneficiaryId", ${shared}
     FROM outbound_payments AS o
     JOIN payee_details AS d ON d.merchant_id = ${merchantId} AND d.payee_detail_id = o.payee_detail_id
     WHERE o.merchant_id = ${merchantId} AND o.payout_payment_id = ${orderId}`,
  REFUND: ({ merchantId, orderId }) =>
    sql`SELECT p.application_id AS "applicationId", p.payee_detail_id AS "payInAccountId", p.payment_id AS "paymentId",
       NULL AS "beneficiaryId", ${shared}
     FROM refunds AS o JOIN payments AS p ON p.merchant_id = ${merchantId} AND p.payment_id = o.payment_id
     JOIN payee_details AS d ON d.merchant_id = ${merchantId} AND d.payee_detail_id = p.payee_detail_id
     WHERE o.merchant_id = ${merchantId} AND o.refund_id = ${orderId}`,
};

/** Null when there is no such order. */
export async function findOrder({ query }: Queries, name: OrderName): Promise<Order | null> {
  const [row] = await query<Omit<Order, keyof OrderName>>(select[name.kind](name));
  const { kind, merchantId, orderId } = name;
  return row ? { kind, merchantId, orderId, ...row } : null;
}

/** A refund is locked by its payment, together with all refunds of it. */
const lock: Record<OrderKind, (name: OrderName) => Sql> = {
  PAYOUT: ({ merchantId, orderId }) =>
    sql`SELECT FROM outbound_payments WHERE merchant_id = ${merchantId} AND payout_payment_id = ${orderId} FOR UPDATE`,
  REFUND: ({ merchantId, orderId }) =>
    sql`SELECT FROM payments WHERE merchant_id = ${merchantId} AND payment_id = (
       SELECT payment_id FROM refunds WHERE merchant_id = ${merchantId} AND refund_id = ${orderId}) FOR UPDATE`,
};

/** Locks an order until the transaction ends; null when there is none. */
export async function lockOrder(queries: Queries, name: OrderName): Promise<Order | null> {
  await queries.query(lock[name.kind](name));
  // Read after the lock, so that it includes the writes before it.
  return findOrder(queries, name);
}

interface Written {
  status: MoneyOutStatus;
  description: string | null;
  at: Date;
}

/** Writes a locked order's status, and why it has it. */
export async function writeStatus({ query }: Queries, order: OrderName, written: Written): Promise<void> {
  const { table, id } = tables[order.kind];
  await query(
    sql`UPDATE ${table} SET status = ${written.status}::money_out_status, status_description = ${written.description},
       updated_at = ${written.at}
     WHERE merchant_id = ${order.merchantId} AND ${id} = ${order.orderId}`,
  );
}

/** Records that the order is being submitted at this time; a later submission replaces an earlier one. */
export async function writeSubmitted({ query }: Queries, order: OrderName, at: Date): Promise<void> {
  const { table, id } = tables[order.kind];
  await query(
    sql`UPDATE ${table} SET submitted_at = ${at} WHERE merchant_id = ${order.merchantId} AND ${id} = ${order.orderId}`,
  );
}

/** Posts an order's movements of money, as the last step of its transaction. */
export function postOrder(
  queries: Queries,
  context: WriteContext,
  order: OrderFacts,
  movements: readonly Movement[],
): Promise<void> {
  const { orderId, paymentId } = order;
  const about = paymentId === null ? { payoutPaymentId: orderId } : { paymentId, refundId: orderId };
  const transfers: Transfer[] = movements.map((movement) => move(movement, order, order.amount, about));
  return post(queries, context, transfers);
}
