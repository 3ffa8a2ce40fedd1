import type { Metadata } from '@volume/contract/payment-links/metadata.ts';
import type { AttemptMode } from '@volume/contract/payment-links/payment-links.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

interface NewPaymentIntent {
  merchantId: string;
  applicationId: string;
  paymentIntentId: string;
  isLink: boolean;
  merchantPaymentId: string | null;
  customerIntentDescription: string | null;
  merchantIntentDescription: string | null;
  attemptMode: AttemptMode;
  /** Minor units. */
  amount: number;
  currency: string;
  reference: string | null;
  /** Null when there is none. */
  metadata: Metadata | null;
  createdBy: string;
  at: Date;
  expiresAt: Date | null;
}

/** Inserts a payment intent that nobody has paid yet; changes nothing when it exists. */
export async function writePaymentIntent({ query }: Queries, intent: NewPaymentIntent): Promise<void> {
  const { merchantId, paymentIntentId, at } = intent;
  await query(
    sql`INSERT INTO payment_intents (merchant_id, payment_intent_id, application_id, is_link, merchant_payment_id,
      customer_intent_description, merchant_intent_description, attempt_mode, status, amount, currency, reference,
       created_by, created_at, updated_at, expires_at, metadata)
     VALUES (${merchantId}, ${paymentIntentId}, ${intent.applicationId}, ${intent.isLink}, ${intent.merchantPaymentId},
     ${intent.customerIntentDescription}, ${intent.merchantIntentDescription}, ${intent.attemptMode}, 'NOT_STARTED',
     ${intent.amount}, ${intent.currency}::currency, ${intent.reference}, ${intent.createdBy}, ${at}, ${at},
     ${intent.expiresAt}, ${intent.metadata}) ON CONFLICT DO NOTHING`,
  );
  await query(
    sql`INSERT INTO object_directory (object_id, merchant_id, kind)
      VALUES (${paymentIntentId}, ${merchantId}, 'PAYMENT_INTENT') ON CONFLICT DO NOTHING`,
  );
}
