import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { createOrderCorrector, type ObjectName, type WriteProcessed } from '#orders/correct-order.ts';
import { lockPayment, type RefundedPayment } from './refund-row.ts';

/** Null when its payment does not have this amount left, or is of another account. */
const writeProcessed: WriteProcessed = async (queries, { at, newId }, booking) => {
  const { merchantId, amount, words, by } = booking;
  const found = await findPayment(queries, booking);
  const payment = found && (await lockPayment(queries, { merchantId, paymentId: found.paymentId }));
  if (!payment || payment.payee_detail_id !== booking.payInAccountId || !hasRoom(payment, amount)) return null;
  const { payment_id: paymentId, application_id: applicationId, payee_detail_id: payInAccountId, currency } = payment;
  const orderId = newId();
  await queries.query(
    sql`INSERT INTO refunds (merchant_id, refund_id, payment_id, amount, currency, reference, status, status_description,
      initiated_by, created_at, updated_at)
     VALUES (${merchantId}, ${orderId}, ${paymentId}, ${amount}, ${currency}::text::currency, ${found.reference},
     'PROCESSED', ${words}, ${by}, ${at}, ${at})`,
  );
  const order = { kind: 'REFUND', merchantId, orderId, applicationId, payInAccountId, paymentId } as const;
  return { ...order, amount, currency, provider: payment.provider };
};

/** Records a refund that only the provider knew as PROCESSED, if its payment has enough left. */
export const refundCorrector = createOrderCorrector('REFUND', writeProcessed);

/** `objectId` is a refund or the payment itself. */
async function findPayment({ query }: Queries, { merchantId, objectId }: ObjectName) {
  const [row] = await query<{ paymentId: string; reference: string | null }>(
    sql`SELECT payment_id AS "paymentId", reference FROM refunds
      WHERE merchant_id = ${merchantId} AND refund_id = ${objectId}
     UNION ALL SELECT payment_id, NULL FROM payments WHERE merchant_id = ${merchantId} AND payment_id = ${objectId}`,
  );
  return row ?? null;
}

function hasRoom(payment: RefundedPayment, amount: number): boolean {
  const { status, is_to_virtual_account: isVirtual, hold } = payment;
  const left = payment.amount - payment.amount_refunded - payment.amount_refunding;
  return status === 'SETTLED' && isVirtual && hold !== 'HELD' && hold !== 'RETURNED' && amount <= left;
}
