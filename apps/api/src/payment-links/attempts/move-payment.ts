import type { Queries } from '#database/database.ts';
import type { WriteContext } from '#core/write-context.ts';
import { enqueueExpiry } from '#payment-links/cancel-payment-link.ts';
import type { PaymentLinkKey } from '#payment-links/payment-link-row.ts';
import type { Attempt, LockedAttempt } from './lock-attempt.ts';
import type { PaymentStatus } from '@volume/contract/pay-ins/pay-ins.ts';
import { sql } from '#database/sql.ts';
import { recordOutgoingEvent, recordPaymentEvent } from '#ledger/record-event.ts';

/**
 * Fails a locked attempt; a link that allows only one attempt fails too (contract §4), and one whose time passed while
 * this attempt was under way expires.
 */
export async function failAttempt(
  queries: Queries,
  context: WriteContext,
  { attempt, paymentLink }: LockedAttempt,
  reason: string,
): Promise<void> {
  await movePayment(queries, context, attempt, { status: 'FAILED', actor: attempt.institutionName, detail: reason });
  if (paymentLink.attemptMode === 'ALLOW_SINGLE_ATTEMPT')
    await movePaymentLink(queries, paymentLink, 'FAILED', context.at);
  else if (paymentLink.expiresAt !== null && paymentLink.expiresAt <= context.at)
    await enqueueExpiry(queries, context.newId, paymentLink, context.at);
}

interface Step {
  status: PaymentStatus;
  actor: string | null;
  detail?: string | null;
}

const sentStatuses: readonly PaymentStatus[] = ['COMPLETED', 'SETTLED', 'FAILED'];

/**
 * Changes the status of a locked payment and records it in its history, with the outgoing event where merchants are
 * notified of the status (contract §6). The database rejects transitions that the status graph does not have.
 */
export async function movePayment(
  queries: Queries,
  context: WriteContext,
  attempt: Pick<Attempt, 'merchantId' | 'paymentId' | 'applicationId'>,
  { status, actor, detail = null }: Step,
): Promise<void> {
  const { merchantId, paymentId, applicationId } = attempt;
  await queries.query(
    sql`UPDATE payments SET status = ${status}::payment_status, updated_at = ${context.at},
       error_description = CASE WHEN ${status} = 'FAILED' THEN ${detail} ELSE error_description END
     WHERE merchant_id = ${merchantId} AND payment_id = ${paymentId}`,
  );
  await recordPaymentEvent(queries, context.at, { merchantId, paymentId, type: status, actor, detail });
  if (!sentStatuses.includes(status)) return;
  await recordOutgoingEvent(queries, context, {
    merchantId,
    applicationId,
    kind: 'PAYMENT',
    objectId: paymentId,
    status,
  });
}

/** Updates the status of a locked payment link; a final status stays unchanged. */
export async function movePaymentLink(
  { query }: Queries,
  { merchantId, paymentIntentId }: PaymentLinkKey,
  status: 'IN_PROGRESS' | 'COMPLETED' | 'FAILED',
  at: Date,
): Promise<void> {
  const from = status === 'IN_PROGRESS' ? 'NOT_STARTED' : 'IN_PROGRESS';
  await query(
    sql`UPDATE payment_intents SET status = ${status}::payment_intent_status, updated_at = ${at}
     WHERE merchant_id = ${merchantId} AND payment_intent_id = ${paymentIntentId}
     AND status = ${from}::payment_intent_status`,
  );
}
