import type { Queries } from '#database/database.ts';
import { intentColumns, type IntentRow } from './intent-row.ts';

export type IntentName = { merchantId: string; paymentIntentId: string };

/** One payment intent as it stands at `now`; null when the merchant has none such. */
export async function findIntent(
  { query }: Queries,
  { merchantId, paymentIntentId }: IntentName,
  now: Date,
): Promise<IntentRow | null> {
  const [row] = await query<IntentRow>(
    `SELECT ${intentColumns('$3')} FROM payment_intents AS i WHERE i.merchant_id = $1 AND i.payment_intent_id = $2`,
    [merchantId, paymentIntentId, now],
  );
  return row ?? null;
}

/** The same, locked with everything that hangs on it for the rest of the transaction. */
export async function lockIntent(queries: Queries, name: IntentName, now: Date): Promise<IntentRow | null> {
  await queries.query('SELECT 1 FROM payment_intents WHERE merchant_id = $1 AND payment_intent_id = $2 FOR UPDATE', [
    name.merchantId,
    name.paymentIntentId,
  ]);
  return findIntent(queries, name, now);
}
