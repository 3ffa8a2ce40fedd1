import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { WriteContext } from '#core/write-context.ts';
import { post } from '#ledger/post.ts';
import { recordPaymentEvent } from '#ledger/record-event.ts';
import { move } from '#ledger/transfer.ts';
import { type Corrector, leftOfPayment, type Locked } from '#orders/correct-order.ts';
import { type Attempt, findAttempt, lockAttempt } from './attempts/lock-attempt.ts';
import { movePaymentLink, movePayment } from '#payment-links/attempts/move-payment.ts';

/**
 * A failed attempt is never revived (contract §4): when it was paid after all, another payment is created with its
 * money.
 */
export const paymentCorrector: Corrector = {
  async lock(queries, { merchantId, objectId: paymentId }, at) {
    if (!(await lockAttempt(queries, { merchantId, paymentId }, at))) return null;
    const [row] = await queries.query<Locked>(
      sql`SELECT status::text AS status, ${leftOfPayment} FROM payments
       WHERE merchant_id = ${merchantId} AND payment_id = ${paymentId}`,
    );
    return row ?? null;
  },
  async giveBack() {
    throw new Error('A payment that came in goes out again as a refund.');
  },
  async book(queries, context, booking) {
    const attempt = await findAttempt(queries, { merchantId: booking.merchantId, paymentId: booking.objectId });
    if (!attempt) return null;
    const paymentId = await copyPayment(queries, context, attempt);
    const paid = { ...attempt, paymentId };
    await movePayment(queries, context, paid, {
      status: 'COMPLETED',
      actor: attempt.institutionName,
      detail: booking.words,
    });
    await movePaymentLink(queries, attempt, 'COMPLETED', context.at);
    if (attempt.isToVirtualAccount) await settle(queries, context, paid);
    return paymentId;
  },
  async note(queries, { at }, { merchantId, objectId: paymentId, words }) {
    await recordPaymentEvent(queries, at, { merchantId, paymentId, type: 'CORRECTED', actor: null, detail: words });
  },
};

/** Copies the payment with new ids; the copy has the same search text. */
async function copyPayment({ query }: Queries, { at, newId }: WriteContext, attempt: Attempt): Promise<string> {
  const { merchantId, paymentId: copied } = attempt;
  const paymentId = newId();
  await query(
    sql`INSERT INTO payments (merchant_id, payment_id, application_id, payee_detail_id, created_at, updated_at, amount,
      currency, status, type, is_to_virtual_account, is_new_payment, is_payer_checked, new_payment_id, new_attempt_id,
       payment_intent_id, merchant_payment_id, tracing_id, reference, merchant_reference,
       merchant_provided_payer_details_names, payer_ip, institution_id, shopper_id, metadata)
     SELECT merchant_id, ${paymentId}, application_id, payee_detail_id, ${at}, ${at}, amount, currency, 'NEW', type,
     is_to_virtual_account, is_new_payment,
       is_payer_checked, ${newId()}, ${newId()}, payment_intent_id, merchant_payment_id,
       ${paymentId.replaceAll('-', '').slice(-16)}, reference, merchant_reference,
       merchant_provided_payer_details_names, payer_ip, institution_id, shopper_id, metadata
     FROM payments WHERE merchant_id = ${merchantId} AND payment_id = ${copied}`,
  );
  await query(
    sql`INSERT INTO payment_search (merchant_id, payment_id, text, payer_key)
     SELECT merchant_id, ${paymentId}, text, payer_key FROM payment_search
     WHERE merchant_id = ${merchantId} AND payment_id = ${copied}`,
  );
  await query(
    sql`INSERT INTO object_directory (object_id, merchant_id, kind) VALUES (${paymentId}, ${merchantId}, 'PAYMENT')`,
  );
  return paymentId;
}

async function settle(queries: Queries, context: WriteContext, attempt: Attempt): Promise<void> {
  const { merchantId, paymentId, payInAccountId, currency, amount, provider } = attempt;
  await movePayment(queries, context, attempt, { status: 'SETTLED', actor: provider });
  await post(queries, context, [move('PAY_IN', { merchantId, payInAccountId, currency }, amount, { paymentId })]);
}
