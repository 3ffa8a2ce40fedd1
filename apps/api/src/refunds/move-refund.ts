import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Filed } from '#ledger/file-exception.ts';
import { contradicts, type MoneyOutStatus, movementInto, stepsTo } from '#ledger/money-out.ts';
import type { WriteContext } from '#core/write-context.ts';
import { refundMailKind } from '#core/mail/send-mail.ts';
import { enqueueWork } from '#queue/due-work.ts';
import { post } from '#ledger/post.ts';
import { recordNotification } from '#ledger/record-notification.ts';
import { recordOutgoingEvent, recordPaymentEvent } from '#ledger/record-event.ts';
import { move } from '#ledger/transfer.ts';
import { enqueueOrder, type NewOrderWork } from '#queue/orders/order-workers.ts';
import { fileOtherEnd, fileUnknownOrder } from '#queue/orders/file-order-exception.ts';
import type { News, OrderName } from '#queue/orders/order-keeper.ts';
import { lockPayment, refundColumns, type RefundedPayment, type RefundRow } from './refund-row.ts';

type OrderNews = OrderName & News;

/**
 * Applies a provider update to a refund: status, money, payment history and events, in the given transaction. An old or
 * repeated update changes nothing; a contradiction is recorded as an exception and returned.
 */
export async function moveRefund(queries: Queries, context: WriteContext, news: OrderNews): Promise<Filed | null> {
  const { merchantId, orderId: refundId } = news;
  const select = sql`SELECT ${refundColumns} FROM refunds WHERE merchant_id = ${merchantId} AND refund_id = ${refundId}`;
  const [known] = await queries.query<RefundRow>(select);
  if (!known) return fileUnknownOrder(queries, context, 'REFUND', news);
  const payment = await lockPayment(queries, { merchantId, paymentId: known.payment_id });
  // Read again, because the first read was before the lock.
  const [refund] = await queries.query<RefundRow>(select);
  if (!payment || !refund) return null;
  if (contradicts(refund.status, news.status)) {
    const { status, amount, currency } = refund;
    const held = { status, amount, currency, payInAccountId: payment.payee_detail_id, provider: payment.provider };
    return fileOtherEnd(queries, context, 'REFUND', { ...news, held });
  }
  const steps = stepsTo(refund.status, news.status);
  for (const status of steps) {
    await queries.query(
      sql`UPDATE refunds SET status = ${status}::money_out_status,
          status_description = ${status === news.status ? news.description : null}, updated_at = ${context.at}
        WHERE merchant_id = ${merchantId} AND refund_id = ${refundId}`,
    );
    await notifyRefund(queries, context, { merchantId, payment, refundId, status, actor: payment.provider });
  }
  const about = { paymentId: refund.payment_id, refundId };
  const books = booksOf(merchantId, payment);
  const movements = steps.flatMap((status) => movementInto('REFUND', status));
  await post(
    queries,
    context,
    movements.map((movement) => move(movement, books, refund.amount, about)),
  );
  if (steps.includes('FAILED')) {
    const { application_id: applicationId, currency } = payment;
    const failed = { merchantId, applicationId, objectId: refund.payment_id, amount: refund.amount, currency };
    await recordNotification(queries, context, { ...failed, kind: 'REFUND_FAILED', key: refundId });
  }
  return null;
}

interface Line {
  merchantId: string;
  payment: RefundedPayment;
  refundId: string;
  status: MoneyOutStatus;
  actor: string | null;
}

/** Adds a refund's new status to its payment's history and to the outgoing events. */
export async function notifyRefund(queries: Queries, context: WriteContext, line: Line): Promise<void> {
  const { merchantId, payment, refundId, status, actor } = line;
  const type = `REFUND_${status}`;
  await recordPaymentEvent(queries, context.at, {
    merchantId,
    paymentId: payment.payment_id,
    type,
    actor,
    detail: refundId,
  });
  const { application_id: applicationId } = payment;
  await recordOutgoingEvent(queries, context, {
    merchantId,
    applicationId,
    kind: 'REFUND',
    objectId: refundId,
    status,
  });
  if (status === 'PROCESSED') await enqueueConfirmation(queries, context, { merchantId, payment, refundId });
}

/** Reports a refund as in progress, and enqueues the jobs that submit it and ask for its status. */
export async function announceRefund(
  queries: Queries,
  context: WriteContext,
  line: Omit<Line, 'status'>,
  work: NewOrderWork,
): Promise<void> {
  await notifyRefund(queries, context, { ...line, status: 'IN_PROGRESS' });
  const { merchantId, refundId } = line;
  await enqueueOrder(queries, context, { kind: 'REFUND', merchantId, orderId: refundId }, work);
}

/** Mails the refund to those who received the payment's receipt by mail. */
async function enqueueConfirmation(
  queries: Queries,
  { at, newId }: WriteContext,
  { merchantId, payment, refundId }: Pick<Line, 'merchantId' | 'payment' | 'refundId'>,
): Promise<void> {
  const asked = await queries.query(
    sql`SELECT 1 FROM receipt_mails WHERE merchant_id = ${merchantId} AND payment_id = ${payment.payment_id} LIMIT 1`,
  );
  if (asked.length === 0) return;
  await enqueueWork(queries, newId, { kind: refundMailKind, merchantId, objectId: refundId, dueAt: at });
}

/** The ledger accounts that a payment arrived in; only payments into a virtual account have any. */
export function booksOf(merchantId: string, { payee_detail_id: payInAccountId, currency }: RefundedPayment) {
  if (payInAccountId === null) throw new Error('A payment without a pay-in account has no books.');
  return { merchantId, payInAccountId, currency };
}
