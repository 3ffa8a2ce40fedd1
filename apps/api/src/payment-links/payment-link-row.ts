import type { PaymentLinkStatus } from '@volume/contract/pay-ins/labels.ts';
import type { Metadata } from '@volume/contract/payment-links/metadata.ts';
import type { AttemptMode, PaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { andOf, type Sql, sql } from '#database/sql.ts';
import type { Queries } from '#database/database.ts';
import { ownLargestAmount } from '#database/merchants/read-merchants.ts';

/** A payment link as queried; amounts in minor units. */
export interface PaymentLinkRow {
  merchantId: string;
  paymentIntentId: string;
  applicationId: string;
  isLink: boolean;
  merchantPaymentId: string | null;
  customerIntentDescription: string | null;
  merchantIntentDescription: string | null;
  attemptMode: AttemptMode;
  status: PaymentLinkStatus;
  amount: number;
  currency: Currency;
  reference: string | null;
  createdAt: Date;
  updatedAt: Date;
  expiresAt: Date | null;
  cancelledBy: string | null;
  metadata: Metadata | null;
  /** The newest `mostAttempts` attempts, newest first. */
  attempts: PaymentLink['attempts'] | null;
  attemptCount: number;
  /** Whether the money of one attempt is on its way or has arrived. */
  isUnderWay: boolean;
  /** Whether its merchant is enabled. */
  isTaking: boolean;
  /** The merchant's own maximum amount now; null when it has none. */
  ownLargest: number | null;
}

/**
 * The maximum number of attempts per link. An honest payer needs two or three, a group that shares one bill perhaps
 * twenty. Each attempt creates a payment, a webhook and a row in the merchant's lists, so this limits what a stranger
 * with the link can cause.
 */
const mostAttempts = 50;

export const attemptLimitOf = ({ attemptMode }: Pick<PaymentLinkRow, 'attemptMode'>): number =>
  attemptMode === 'ALLOW_SINGLE_ATTEMPT' ? 1 : mostAttempts;

/**
 * Whether the money of any attempt at `payment_intents AS i` is on its way or has arrived; such a link does not
 * expire.
 */
const isUnderWay = (merchantId: string | null): Sql => sql`EXISTS (SELECT FROM payments AS u
  WHERE u.merchant_id = i.merchant_id AND u.payment_intent_id = i.payment_intent_id${andOf('u', merchantId)}
  AND u.status IN ('AUTHORIZED', 'PENDING', 'COMPLETED', 'SETTLED'))`;

/** Whether `payment_intents AS i` has expired at `now`. */
export const isOverAt = (
  now: Date,
  merchantId: string | null,
): Sql => sql`(i.status IN ('NOT_STARTED', 'IN_PROGRESS') AND i.expires_at <= ${now}::timestamptz
  AND NOT ${isUnderWay(merchantId)})`;

/** The status of `payment_intents AS i` on the wire: EXPIRED when its time has passed at `now`. */
export const statusAt = (now: Date, merchantId: string | null): Sql =>
  sql`CASE WHEN ${isOverAt(now, merchantId)} THEN 'EXPIRED' ELSE i.status::text END`;

/** The columns of PaymentLinkRow from `payment_intents AS i`, at `now`. */
export const paymentLinkColumns = (
  now: Date,
  merchantId: string | null,
): Sql => sql`i.merchant_id AS "merchantId", i.payment_intent_id AS "paymentIntentId",
  i.application_id AS "applicationId", i.is_link AS "isLink", i.merchant_payment_id AS "merchantPaymentId",
  i.customer_intent_description AS "customerIntentDescription", i.merchant_intent_description AS "merchantIntentDescription",
  i.attempt_mode AS "attemptMode", ${statusAt(now, merchantId)} AS status,
  i.amount, i.currency::text AS currency, i.reference, i.created_at AS "createdAt", i.updated_at AS "updatedAt",
  i.expires_at AS "expiresAt", i.cancelled_by AS "cancelledBy", i.metadata,
  (SELECT to_json((array_agg(json_build_object('paymentId', p.payment_id, 'newAttemptId', p.new_attempt_id, 'paymentStatus', p.status,
      'institutionId', p.institution_id, 'errorDescription', p.error_description,
      'createdAt', to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'))
      ORDER BY p.created_at DESC, p.payment_id DESC))[1:${mostAttempts}::integer])
    FROM payments AS p WHERE p.merchant_id = i.merchant_id AND p.payment_intent_id = i.payment_intent_id${andOf('p', merchantId)}) AS attempts,
  (SELECT count(*) FROM payments AS p
    WHERE p.merchant_id = i.merchant_id AND p.payment_intent_id = i.payment_intent_id${andOf('p', merchantId)}) AS "attemptCount",
  ${isUnderWay(merchantId)} AS "isUnderWay",
  (SELECT m.is_enabled FROM merchants AS m WHERE m.merchant_id = i.merchant_id) AS "isTaking",
  (SELECT ${ownLargestAmount(now)} FROM merchants AS m WHERE m.merchant_id = i.merchant_id) AS "ownLargest"`;

/** Converts a row to the wire format. `baseUrl` is the API base address, which also serves the hosted pay page. */
export function toPaymentLink(row: PaymentLinkRow, baseUrl: string): PaymentLink {
  const {
    isLink,
    status,
    amount,
    currency,
    reference,
    createdAt,
    updatedAt,
    expiresAt,
    attempts,
    isUnderWay: _isUnderWay,
    isTaking: _isTaking,
    ownLargest: _ownLargest,
    ...same
  } = row;
  return {
    ...same,
    paymentIntentLink: isLink ? `${baseUrl}/pay/${row.paymentIntentId}` : null,
    paymentIntentStatus: status,
    paymentRequest: { amount, currency, reference },
    createdAt: toWireTime(createdAt),
    updatedAt: toWireTime(updatedAt),
    expiresAt: expiresAt && toWireTime(expiresAt),
    attemptLimit: attemptLimitOf(row),
    attempts: (attempts ?? []).toReversed(),
  };
}

export interface PaymentLinkKey {
  merchantId: string;
  paymentIntentId: string;
}

/** One payment link at `now`; null when the merchant has no such link. */
export async function findPaymentLink(
  { query }: Queries,
  { merchantId, paymentIntentId }: PaymentLinkKey,
  now: Date,
): Promise<PaymentLinkRow | null> {
  const [row] = await query<PaymentLinkRow>(
    sql`SELECT ${paymentLinkColumns(now, merchantId)} FROM payment_intents AS i
     WHERE i.merchant_id = ${merchantId} AND i.payment_intent_id = ${paymentIntentId}`,
  );
  return row ?? null;
}

/** Like `findPaymentLink`, with the link and its attempts locked until the transaction ends. */
export async function lockPaymentLink(
  queries: Queries,
  name: PaymentLinkKey,
  now: Date,
): Promise<PaymentLinkRow | null> {
  const { merchantId, paymentIntentId } = name;
  await queries.query(
    sql`SELECT 1 FROM payment_intents
      WHERE merchant_id = ${merchantId} AND payment_intent_id = ${paymentIntentId} FOR UPDATE`,
  );
  return findPaymentLink(queries, name, now);
}
