import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { post } from '#ledger/post.ts';
import { recordPaymentEvent } from '#ledger/record-event.ts';
import { move } from '#ledger/transfer.ts';
import type { WaitingOrders } from '#queue/approvals/waiting-orders.ts';
import type { OrderName } from '#queue/orders/order-keeper.ts';
import { announceRefund, booksOf } from './move-refund.ts';
import { lockPayment } from './refund-row.ts';

/** What happens to a refund after the decision of a second person (contract §11). */
export const waitingRefunds: WaitingOrders = {
  // A refund always goes to the account that paid, which never changes.
  requireSameRecipient: async () => undefined,
  async release(queries, context, { merchantId, orderId, by, traceId }) {
    const { payment } = await lockOne(queries, { merchantId, orderId });
    await announceRefund(queries, context, { merchantId, payment, refundId: orderId, actor: by }, { traceId });
  },
  async giveBack(queries, context, { merchantId, orderId, by, words }) {
    const { payment, amount } = await lockOne(queries, { merchantId, orderId });
    const { payment_id: paymentId } = payment;
    await queries.query(
      sql`UPDATE refunds SET status = 'CANCELLED', status_description = ${words}, updated_at = ${context.at}
       WHERE merchant_id = ${merchantId} AND refund_id = ${orderId}`,
    );
    const line = { merchantId, paymentId, type: 'REFUND_CANCELLED', actor: by, detail: orderId };
    await recordPaymentEvent(queries, context.at, line);
    const about = { paymentId, refundId: orderId };
    await post(queries, context, [move('REFUND_GIVEN_BACK', booksOf(merchantId, payment), amount, about)]);
  },
};

async function lockOne(queries: Queries, { merchantId, orderId }: OrderName) {
  const [refund] = await queries.query<{ paymentId: string; amount: number }>(
    sql`SELECT payment_id AS "paymentId", amount FROM refunds WHERE merchant_id = ${merchantId} AND refund_id = ${orderId}`,
  );
  const payment = refund && (await lockPayment(queries, { merchantId, paymentId: refund.paymentId }));
  if (!payment) throw new Error('The refund that waits is gone.');
  return { payment, amount: refund.amount };
}
