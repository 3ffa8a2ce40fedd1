import { toMajor } from '@volume/contract/money/money.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { Metadata } from '@volume/contract/payment-links/metadata.ts';
import type { FeedOnlyType } from '@volume/contract/webhooks/events.ts';
import type { Queries } from '#database/database.ts';
import { joinIntent, metadataOfPayment } from '#database/payment-metadata.ts';
import { type Sql, sql } from '#database/sql.ts';

interface About {
  merchantId: string;
  objectId: string;
  type: FeedOnlyType;
  at: Date;
}
interface Facts {
  application_id: string;
  merchant_payment_id: string | null;
  payment_id: string | null;
  kind: string | null;
  amount: number;
  currency: string;
  reference: string | null;
  metadata: Metadata | null;
}

/** The body of an event that only the feed has; null when its object was deleted, or the merchant wants none about it. */
export async function renderFeedBody({ query }: Queries, about: About): Promise<object | null> {
  const { objectId, type, at } = about;
  const [noun = '', status = ''] = type.split('.');
  const [facts] = await query<Facts>(selects[noun as keyof typeof selects](about));
  if (!facts) return null;
  const common = { eventTimeUtc: `${toWireTime(at)}000Z`, applicationId: facts.application_id };
  const money = {
    merchantPaymentId: facts.merchant_payment_id,
    paymentRequest: { amount: toMajor(facts.amount), currency: facts.currency, reference: facts.reference },
    ...(facts.metadata && { paymentMetadata: facts.metadata }),
  };
  if (noun === 'payment') return { ...common, paymentId: objectId, hold: status.toUpperCase(), ...money };
  if (noun === 'payment_link')
    return {
      ...common,
      paymentIntentId: objectId,
      paymentIntentStatus: 'EXPIRED',
      isCancelled: status === 'cancelled',
      ...money,
    };
  return {
    ...common,
    decision: status.toUpperCase(),
    ...(facts.kind === 'PAYOUT' ? { payoutId: objectId } : { refundId: objectId, paymentId: facts.payment_id }),
    amount: toMajor(facts.amount),
    currency: facts.currency,
    reference: facts.reference,
  };
}

const selects = {
  payment: ({ merchantId, objectId }: About): Sql => sql`
    SELECT p.application_id, p.merchant_payment_id, NULL AS payment_id, NULL AS kind, p.amount, p.currency::text AS currency, p.reference,
      ${metadataOfPayment} AS metadata
    FROM payments AS p JOIN applications AS a ON a.merchant_id = p.merchant_id AND a.application_id = p.application_id
    ${joinIntent}
    WHERE p.merchant_id = ${merchantId} AND p.payment_id = ${objectId}
      AND (p.type <> 'EXTERNAL' OR coalesce(a.send_webhook_for_external_payin_payment, false))`,
  payment_link: ({ merchantId, objectId }: About): Sql => sql`
    SELECT application_id, merchant_payment_id, NULL AS payment_id, NULL AS kind, amount, currency::text AS currency, reference, metadata
    FROM payment_intents WHERE merchant_id = ${merchantId} AND payment_intent_id = ${objectId}`,
  approval: ({ merchantId, objectId }: About): Sql => sql`
    SELECT application_id, NULL AS merchant_payment_id, payment_id, kind, amount, currency::text AS currency, reference, NULL AS metadata
    FROM approvals WHERE merchant_id = ${merchantId} AND order_id = ${objectId}`,
};
