import { sayAmount } from '@volume/contract/money/money.ts';
import type { Approval } from '@volume/contract/approvals/approvals.ts';
import { startRefund as endpoint } from '@volume/contract/pay-ins/refunds.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { findObjectOwner } from '#core/tenant.ts';
import { type AnswerOf, type Call, handle } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import { withIdempotency } from '#core/idempotency/with-idempotency.ts';
import type { WriteContext } from '#core/write-context.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { countMovedMoney, lockMovedMoney } from '#core/step-up/moved-money.ts';
import { holdWithinLimit, refuseTooLarge, requireMoneyMoves } from '#core/refuse-money.ts';
import { isProved, requireStepUpAbove } from '#core/step-up/require-step-up.ts';
import { InsufficientBalance, post } from '#ledger/post.ts';
import { move } from '#ledger/transfer.ts';
import { recordPaymentEvent } from '#ledger/record-event.ts';
import { type ApprovalRow, toApproval } from '#queue/approvals/approval-row.ts';
import { type Exclusion, planApproval, requesterOf } from '#queue/approvals/exclusions.ts';
import { lockOrders, recipientKey } from '#queue/approvals/recipient-sums.ts';
import { waitForApproval } from '#queue/approvals/wait-for-approval.ts';
import {
  lockPayment,
  readRecipient,
  refundColumns,
  type RefundedPayment,
  type RefundRow,
  toRefund,
} from './refund-row.ts';
import { announceRefund, booksOf } from './move-refund.ts';

export type StartRefund = Omit<Call<typeof endpoint>, 'query'>;
interface Started {
  merchantId: string;
  payment: RefundedPayment;
  refundId: string;
  isSubmittedByCaller: boolean;
}

/**
 * Refunds a pay-in (contract §4): reserves the money, and a job submits the refund to its account provider after the
 * commit. Needs a step-up
 * when it exceeds the limit, on its own or together with others of 24 hours; above the merchant's threshold it waits
 * for a second person. 409 when it is not refundable or has an active refund, 422 above the remaining amount or the
 * available balance.
 */
export const startRefund = handle(endpoint, async (call) => {
  const { params, body, caller, services } = call;
  const merchantId = await findObjectOwner(services.database, caller, params.paymentId);
  if (merchantId === null) throw notFound('This payment');
  const amount = body.refundPaymentAmount;
  await refuseTooLarge(services, { merchantId, field: 'refundPaymentAmount', amount });
  await requireMoneyMoves(services, merchantId);
  const isSure = await isProved(call);
  const before = () => requireStepUpAbove(call, amount);
  return withIdempotency(call, { endpoint, merchantId, before }, (queries) =>
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
  const { params, body, caller, services } = call;
  if (!isSure) await lockMovedMoney(queries, call, merchantId);
  await lockOrders(queries, merchantId);
  const { refundPaymentAmount: amount } = body;
  const context = await holdWithinLimit(queries, services, { merchantId, field: 'refundPaymentAmount', amount });
  const payment = await lockPayment(queries, { merchantId, paymentId: params.paymentId });
  if (!payment) throw notFound('This payment');
  refuseUnlessRefundable(payment, body.refundPaymentAmount);
  const started = { merchantId, payment, refundId: context.newId(), isSubmittedByCaller: partOf !== undefined };
  const { currency } = payment;
  const moved = {
    merchantId,
    movementId: started.refundId,
    amount: body.refundPaymentAmount,
    currency,
    at: context.at,
  };
  await countMovedMoney(queries, call, { ...moved, isSure });
  const planned = await plan(queries, call, context, started);
  const row = await writeRefund(queries, context, { ...started, ...planned, body, initiatedBy: caller.email });
  const approval = await beginRefund(queries, call, context, { ...started, ...planned }, row);
  await takeMoney(queries, context, started, body.refundPaymentAmount);
  const sum = sayAmount(body.refundPaymentAmount, payment.currency);
  const detail = [sum, partOf, approval && 'waits for approval'].filter(Boolean).join(', ');
  await recordActivity(queries, call, { merchantId, action: 'REFUND_STARTED', subject: params.paymentId, detail });
  return approval ? { ...toRefund(row), approval: toApproval(approval) } : toRefund(row);
}

interface Planned {
  recipient: Approval['recipient'];
  recipientKey: string;
  excluded: readonly Exclusion[] | null;
}

/** The recipient, and the users who cannot approve the refund if it needs approval. */
async function plan(
  queries: Queries,
  { body, caller }: StartRefund,
  { at }: WriteContext,
  { merchantId, payment }: Started,
): Promise<Planned> {
  const { payment_id: paymentId, currency } = payment;
  const recipient = await readRecipient(queries, { merchantId, paymentId });
  const key = recipientKey(recipient, `payment ${paymentId}`);
  const size = { merchantId, recipientKey: key, amount: body.refundPaymentAmount, currency, at };
  const order = { ...size, kind: 'REFUND', by: requesterOf(caller), defaultSetBy: null } as const;
  return { recipient, recipientKey: key, excluded: await planApproval(queries, order) };
}

/** Records the event and enqueues the submission, or requests an approval instead (contract §11). */
async function beginRefund(
  queries: Queries,
  { caller, services, request: { traceId } }: StartRefund,
  context: WriteContext,
  { merchantId, payment, refundId, isSubmittedByCaller, recipient, excluded }: Started & Planned,
  { amount, currency, reference }: RefundRow,
): Promise<ApprovalRow | null> {
  const { payment_id: paymentId, application_id: applicationId } = payment;
  const { payInAccountId } = booksOf(merchantId, payment);
  const by = requesterOf(caller);
  const asked = { merchantId, orderId: refundId, kind: 'REFUND', applicationId, payInAccountId, paymentId } as const;
  const order = { ...asked, amount, currency, reference, recipient, by, excluded };
  const approval = await waitForApproval(queries, services, context, order);
  const line = { merchantId, paymentId, actor: caller.email, detail: refundId };
  if (approval) await recordPaymentEvent(queries, context.at, { ...line, type: 'REFUND_REQUESTED' });
  else {
    const begun = { merchantId, payment, refundId, actor: caller.email };
    await announceRefund(queries, context, begun, { traceId, isSubmittedByCaller });
  }
  return approval;
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

type NewRefund = Started & Planned & { body: StartRefund['body']; initiatedBy: string };

async function writeRefund({ query }: Queries, { at }: WriteContext, refund: NewRefund): Promise<RefundRow> {
  const { merchantId, payment, refundId, recipientKey: recipient, body, initiatedBy } = refund;
  const [row] = await query<RefundRow>(
    sql`INSERT INTO refunds (merchant_id, refund_id, payment_id, amount, currency, reference, reason, reason_note, status,
      initiated_by, created_at, updated_at, recipient)
     VALUES (${merchantId}, ${refundId}, ${payment.payment_id}, ${body.refundPaymentAmount}, ${payment.currency}::currency,
     ${body.refundPaymentReference ?? null}, ${body.refundReason ?? null}, ${body.refundReasonNote ?? null}, 'IN_PROGRESS', ${initiatedBy}, ${at}, ${at}, ${recipient}) RETURNING ${refundColumns}`,
  );
  if (!row) throw new Error('The refund was not written.');
  return row;
}

async function takeMoney(queries: Queries, context: WriteContext, started: Started, amount: number): Promise<void> {
  const { merchantId, payment, refundId } = started;
  const about = { paymentId: payment.payment_id, refundId };
  try {
    await post(queries, context, [move('REFUND_RESERVED', booksOf(merchantId, payment), amount, about)]);
  } catch (error) {
    if (!(error instanceof InsufficientBalance)) throw error;
    throw new Problem(422, 'The available balance of the account is too low for this refund.', {
      code: 'BALANCE_TOO_LOW',
    });
  }
}
