import { sayAmount } from '@volume/contract/money/money.ts';
import { startRefund as endpoint } from '@volume/contract/pay-ins/refunds.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { findObjectOwner } from '#core/tenant.ts';
import { type AnswerOf, type Call, handle } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import { withIdempotency } from '#core/idempotency/with-idempotency.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { countMovedMoney, lockMovedMoney } from '#core/step-up/moved-money.ts';
import { holdWithinLimit, requireAmountMoves } from '#core/refuse-money.ts';
import { isProved, requireStepUpAbove } from '#core/step-up/require-step-up.ts';
import { showApprovals } from '#orders/approvals/approval-row.ts';
import { requesterOf } from '#orders/approvals/exclusions.ts';
import { lockOrders } from '#orders/approvals/recipient-sums.ts';
import type { OrderFacts } from '#orders/order.ts';
import { type NewOrder, reserveOrder } from '#orders/reserve-order.ts';
import {
  lockPayment,
  readRecipient,
  refundColumns,
  type RefundedPayment,
  type RefundRow,
  toRefund,
} from './refund-row.ts';

export type StartRefund = Omit<Call<typeof endpoint>, 'query'>;
/**
 * Refunds a pay-in (contract §4): reserves the money, and a job submits the refund to its account provider after the
 * commit. Needs a step-up when it exceeds the limit, on its own or together with others of 24 hours; above the
 * merchant's threshold it waits for a second person. 409 when it is not refundable or has an active refund, 422 above
 * the remaining amount or the available balance.
 */
export const startRefund = handle(endpoint, async (call) => {
  const { params, body, caller, services } = call;
  const merchantId = await findObjectOwner(services.database, caller, params.paymentId);
  if (merchantId === null) throw notFound('This payment');
  const amount = body.refundPaymentAmount;
  const check = () => requireAmountMoves(services, { merchantId, field: 'refundPaymentAmount', amount });
  const isSure = await isProved(call);
  const before = () => requireStepUpAbove(call, amount);
  return withIdempotency(call, { endpoint, merchantId, check, before }, (queries) =>
    reserveRefund(call, queries, { merchantId, isSure }),
  );
});

interface Reserving {
  merchantId: string;
  isSure: boolean;
  /** The bulk job that it belongs to, for the audit log; that job submits it. */
  partOf?: string;
}

/** Reserves and records a refund, which is submitted after the commit. Throws the errors of `startRefund`. */
export async function reserveRefund(
  call: StartRefund,
  queries: Queries,
  { merchantId, isSure, partOf }: Reserving,
): Promise<AnswerOf<typeof endpoint>> {
  const { params, body, services } = call;
  if (!isSure) await lockMovedMoney(queries, call, merchantId);
  await lockOrders(queries, merchantId);
  const { refundPaymentAmount: amount } = body;
  const context = await holdWithinLimit(queries, services, { merchantId, field: 'refundPaymentAmount', amount });
  const payment = await lockPayment(queries, { merchantId, paymentId: params.paymentId });
  if (!payment) throw notFound('This payment');
  refuseUnlessRefundable(payment, amount);
  const refundId = context.newId();
  const { currency } = payment;
  const moved = { merchantId, movementId: refundId, amount, currency, at: context.at };
  await countMovedMoney(queries, call, { ...moved, isSure });
  const order = await toOrder(queries, call, {
    merchantId,
    refundId,
    payment,
    isSubmittedByCaller: partOf !== undefined,
  });
  const reserved = await reserveOrder(queries, services, context, order, (recipient) =>
    writeRefund(queries, call, { ...order, recipient, at: context.at }),
  );
  if (!reserved) throw new Error('The refund was not written.');
  const { row, approval } = reserved;
  const detail = [sayAmount(amount, currency), partOf, approval && 'awaiting approval'].filter(Boolean).join(', ');
  await recordActivity(queries, call, { merchantId, action: 'REFUND_STARTED', subject: params.paymentId, detail });
  const [shown] = await showApprovals(queries, { merchantId, now: context.at }, approval ? [approval] : []);
  return shown ? { ...toRefund(row), approval: shown } : toRefund(row);
}

interface Started {
  merchantId: string;
  refundId: string;
  payment: RefundedPayment;
  isSubmittedByCaller: boolean;
}

async function toOrder(
  queries: Queries,
  { body, caller, request: { traceId } }: StartRefund,
  { merchantId, refundId, payment, isSubmittedByCaller }: Started,
): Promise<NewOrder> {
  const { payment_id: paymentId, application_id: applicationId, payee_detail_id: payInAccountId, currency } = payment;
  if (payInAccountId === null) throw new Error('A payment without a pay-in account was taken for a refundable one.');
  return {
    kind: 'REFUND',
    merchantId,
    orderId: refundId,
    applicationId,
    payInAccountId,
    paymentId,
    amount: body.refundPaymentAmount,
    currency,
    recipient: await readRecipient(queries, { merchantId, paymentId }),
    recipientName: `payment ${paymentId}`,
    by: requesterOf(caller),
    defaultSetBy: null,
    work: { traceId, isSubmittedByCaller },
  };
}

/** Events are numbered with a smallint; widening it would rewrite a large table that older versions use. */
const mostRefunds = 1_000;

/** The conditions of `canStartRefund`, each with an error message (contract §4, §10). */
export function refuseUnlessRefundable(payment: RefundedPayment, amount: number): void {
  if (payment.status !== 'SETTLED' || !payment.is_to_virtual_account) {
    throw new Problem(409, 'Only a payment that is settled in a virtual account can be refunded.', {
      code: 'NOT_REFUNDABLE',
    });
  }
  if (payment.hold === 'HELD')
    throw new Problem(409, 'This payment is held by the account provider.', { code: 'NOT_REFUNDABLE' });
  if (payment.hold === 'RETURNED')
    throw new Problem(409, 'This payment was returned to the payer.', { code: 'NOT_REFUNDABLE' });
  if (payment.amount_refunding > 0)
    throw new Problem(409, 'A refund of this payment is already in progress.', { code: 'REFUND_IN_PROGRESS' });
  if (payment.refunds >= mostRefunds) {
    throw new Problem(409, 'This payment was refunded in 1,000 parts already. No further refund was started.', {
      code: 'TOO_MANY_REFUNDS',
    });
  }
  const remaining = payment.amount - payment.amount_refunded;
  if (remaining === 0)
    throw new Problem(409, 'This payment is already refunded in full.', { code: 'REFUNDED_IN_FULL' });
  if (amount > remaining) {
    throw new Problem(422, `Only ${sayAmount(remaining, payment.currency)} of this payment can still be refunded.`, {
      code: 'ABOVE_REFUNDABLE',
    });
  }
}

async function writeRefund(
  { query }: Queries,
  { body, caller }: StartRefund,
  { merchantId, orderId, paymentId, currency, recipient, at }: OrderFacts & { recipient: string; at: Date },
): Promise<RefundRow | null> {
  const [row] = await query<RefundRow>(
    sql`INSERT INTO refunds (merchant_id, refund_id, payment_id, amount, currency, reference, reason, reason_note, status,
      initiated_by, created_at, updated_at, recipient)
     VALUES (${merchantId}, ${orderId}, ${paymentId}, ${body.refundPaymentAmount}, ${currency}::currency,
     ${body.refundPaymentReference ?? null}, ${body.refundReason ?? null}, ${body.refundReasonNote ?? null}, 'IN_PROGRESS',
     ${caller.email}, ${at}, ${at}, ${recipient}) RETURNING ${refundColumns}`,
  );
  return row ?? null;
}
