import { sql } from './sql.ts';

/** The payment intent `n` of `payments AS p`, if it has one. */
export const joinIntent = sql`LEFT JOIN payment_intents AS n
  ON n.merchant_id = p.merchant_id AND n.payment_intent_id = p.payment_intent_id`;

/** What the merchant stored with a payment, or with the link through which it was made (decision 65). */
export const metadataOfPayment = sql`coalesce(p.metadata, n.metadata)`;
