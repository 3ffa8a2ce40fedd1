import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
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
    sql`UPDATE payment_intents SET status = ${status}::payment_intent_status, updated_at = ${at}
     WHERE merchant_id = ${merchantId} AND payment_intent_id = ${paymentIntentId}
     AND status = ${from}::payment_intent_status`,
  );
}
