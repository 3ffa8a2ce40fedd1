import type { Queries } from '#database/database.ts';
import { movementInto, type MoneyOutStatus, stepsTo } from '#ledger/money-out.ts';
import type { Moment } from '#ledger/moment.ts';
import { post } from '#ledger/post.ts';
import { recordOutgoingEvent } from '#ledger/record-outgoing-event.ts';
import { recordPaymentEvent } from '#ledger/record-payment-event.ts';
import { move } from '#ledger/transfer.ts';
import { lockPayment, type RefundedPayment } from './lock-payment.ts';
import { refundColumns, type RefundRow } from './refund-row.ts';

type Told = { merchantId: string; refundId: string; status: MoneyOutStatus; actor: string | null };

/**
 * Brings a refund to the state its provider tells, with its money, story and events, inside the given transaction. News that
 * are old, repeated or impossible change nothing.
 */
export async function moveRefund(queries: Queries, moment: Moment, told: Told): Promise<void> {
  const { merchantId, refundId } = told;
  const [known] = await queries.query<RefundRow>(selectRefund, [merchantId, refundId]);
  if (!known) return;
  const payment = await lockPayment(queries, { merchantId, paymentId: known.payment_id });
  // Read again: what was read before the lock may be old.
  const [refund] = await queries.query<RefundRow>(selectRefund, [merchantId, refundId]);
  if (!payment || !refund) return;
  const steps = stepsTo(refund.status, told.status);
  for (const status of steps) {
    await queries.query(
      'UPDATE refunds SET status = $3::money_out_status, updated_at = $4 WHERE merchant_id = $1 AND refund_id = $2',
      [merchantId, refundId, status, moment.at],
    );
    await tellRefund(queries, moment, { merchantId, payment, refundId, status, actor: told.actor });
  }
  const about = { paymentId: refund.payment_id, refundId };
  const books = booksOf(merchantId, payment);
  const movements = steps.flatMap((status) => movementInto('REFUND', status));
  await post(
    queries,
    moment,
    movements.map((movement) => move(movement, books, refund.amount, about)),
  );
}

const selectRefund = `SELECT ${refundColumns} FROM refunds WHERE merchant_id = $1 AND refund_id = $2`;

type Line = {
  merchantId: string;
  payment: RefundedPayment;
  refundId: string;
  status: MoneyOutStatus;
  actor: string | null;
};

/** Adds a refund's new state to its payment's story and to what the merchant is told. */
export async function tellRefund(queries: Queries, moment: Moment, line: Line): Promise<void> {
  const { merchantId, payment, refundId, status, actor } = line;
  const type = `REFUND_${status}`;
  await recordPaymentEvent(queries, moment.at, {
    merchantId,
    paymentId: payment.payment_id,
    type,
    actor,
    detail: refundId,
  });
  const { application_id: applicationId } = payment;
  await recordOutgoingEvent(queries, moment, { merchantId, applicationId, kind: 'REFUND', objectId: refundId, status });
}

/** The books a payment came into; only payments into a virtual account have any. */
export function booksOf(merchantId: string, { payee_detail_id: payInAccountId, currency }: RefundedPayment) {
  if (payInAccountId === null) throw new Error('A payment without a pay-in account has no books.');
  return { merchantId, payInAccountId, currency };
}
