import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { intentColumns, type IntentRow } from './intent-row.ts';

export type IntentName = { merchantId: string; paymentIntentId: string };

/** One payment intent as it stands at `now`; null when the merchant has none such. */
export async function findIntent(
  { query }: Queries,
  { merchantId, paymentIntentId }: IntentName,
  now: Date,
): Promise<IntentRow | null> {
  const [row] = await query<IntentRow>(
    sql`SELECT ${intentColumns(now)} FROM payment_intents AS i
     WHERE i.merchant_id = ${merchantId} AND i.payment_intent_id = ${paymentIntentId}`,
  );
  return row ?? null;
}

/** The same, locked with everything that hangs on it for the rest of the transaction. */
export async function lockIntent(queries: Queries, name: IntentName, now: Date): Promise<IntentRow | null> {
  const { merchantId, paymentIntentId } = name;
  await queries.query(
    sql`SELECT 1 FROM payment_intents
      WHERE merchant_id = ${merchantId} AND payment_intent_id = ${paymentIntentId} FOR UPDATE`,
  );
  return findIntent(queries, name, now);
}
