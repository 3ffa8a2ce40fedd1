import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { post } from '#ledger/post.ts';
import { recordPaymentEvent } from '#ledger/record-event.ts';
import { move } from '#ledger/transfer.ts';
import type { Corrector, ObjectName } from '#queue/orders/order-keeper.ts';
import { lockPayment, type RefundedPayment } from './refund-row.ts';
import { booksOf, moveRefund, notifyRefund } from './move-refund.ts';

/** Records a refund that only the provider knew as PROCESSED, if its payment has enough left. */
export const refundCorrector: Corrector = {
  async lock(queries, { merchantId, objectId }) {
    const found = await findPayment(queries, { merchantId, objectId });
    if (!found) return null;
    await lockPayment(queries, { merchantId, paymentId: found.paymentId });
    const [row] = await queries.query<{ status: string; left: number }>(
      sql`SELECT status::text AS status, amount AS left FROM refunds
        WHERE merchant_id = ${merchantId} AND refund_id = ${objectId}`,
    );
    return row ?? null;
  },
  async giveBack(queries, context, { merchantId, objectId: orderId, words }) {
    await moveRefund(queries, context, { merchantId, orderId, status: 'RETURNED', description: words });
  },
  async book(queries, context, { merchantId, objectId, amount, by }) {
    const found = await findPayment(queries, { merchantId, objectId });
    const payment = found && (await lockPayment(queries, { merchantId, paymentId: found.paymentId }));
    if (!payment || !hasRoom(payment, amount)) return null;
    const refundId = context.newId();
    await queries.query(
      sql`INSERT INTO refunds (merchant_id, refund_id, payment_id, amount, currency, reference, status, initiated_by,
        created_at, updated_at)
       VALUES (${merchantId}, ${refundId}, ${payment.payment_id}, ${amount}, ${payment.currency}::text::currency,
       ${found.reference}, 'PROCESSED', ${by}, ${context.at}, ${context.at})`,
    );
    await notifyRefund(queries, context, {
      merchantId,
      payment,
      refundId,
      status: 'PROCESSED',
      actor: payment.provider,
    });
    const about = { paymentId: payment.payment_id, refundId };
    const books = booksOf(merchantId, payment);
    const moved = (['REFUND_RESERVED', 'REFUND_PROCESSED'] as const).map((kind) => move(kind, books, amount, about));
    await post(queries, context, moved);
    return refundId;
  },
  async note(queries, { at }, { merchantId, objectId, words }) {
    const found = await findPayment(queries, { merchantId, objectId });
    if (!found) return;
    const { paymentId } = found;
    await recordPaymentEvent(queries, at, { merchantId, paymentId, type: 'CORRECTED', actor: null, detail: words });
  },
};

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
