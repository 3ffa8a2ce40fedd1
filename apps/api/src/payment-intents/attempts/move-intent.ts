import type { Queries } from '#database/database.ts';
import type { IntentName } from '#payment-intents/find-intent.ts';

/** Brings a locked payment intent to what its attempt made of it; one that is over stays as it is. */
export async function moveIntent(
  { query }: Queries,
  { merchantId, paymentIntentId }: IntentName,
  status: 'IN_PROGRESS' | 'COMPLETED' | 'FAILED',
  at: Date,
): Promise<void> {
  const from = status === 'IN_PROGRESS' ? 'NOT_STARTED' : 'IN_PROGRESS';
  await query(
    `UPDATE payment_intents SET status = $3::payment_intent_status, updated_at = $4
     WHERE merchant_id = $1 AND payment_intent_id = $2 AND status = $5::payment_intent_status`,
    [merchantId, paymentIntentId, status, at, from],
  );
}
