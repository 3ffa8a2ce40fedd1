import type { Currency } from '@volume/contract/money/money.ts';
import type { PaymentStatus } from '@volume/contract/pay-ins/pay-ins.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { type PaymentLinkKey, type PaymentLinkRow, lockPaymentLink } from '#payment-links/payment-link-row.ts';

/** One attempt to pay a link, with the columns of its payment that processing needs. */
export interface Attempt {
  merchantId: string;
  paymentId: string;
  paymentIntentId: string;
  applicationId: string;
  payInAccountId: number;
  createdAt: Date;
  amount: number;
  currency: Currency;
  status: PaymentStatus;
  hold: 'NONE' | 'HELD' | 'RELEASED' | 'RETURNED';
  isToVirtualAccount: boolean;
  isPayerChecked: boolean;
  /** Names that the payer's own account is expected to have. */
  expectedNames: string[] | null;
  institutionId: string | null;
  institutionName: string | null;
  provider: string | null;
  errorDescription: string | null;
  /** The reference that the shopper and the merchant both see (contract: sharedReference). */
  reference: string | null;
}

export interface AttemptName {
  merchantId: string;
  paymentId: string;
}

/** One attempt with the names of its bank and account provider; null when the merchant has no such attempt. */
export async function findAttempt({ query }: Queries, { merchantId, paymentId }: AttemptName): Promise<Attempt | null> {
  const [attempt] = await query<Attempt>(
    sql`SELECT p.merchant_id AS "merchantId", p.payment_id AS "paymentId", p.payment_intent_id AS "paymentIntentId",
       p.application_id AS "applicationId", p.payee_detail_id AS "payInAccountId", p.created_at AS "createdAt", p.amount, p.currency::text AS currency,
       p.status::text AS status, p.hold::text AS hold, p.is_to_virtual_account AS "isToVirtualAccount",
       p.is_payer_checked AS "isPayerChecked", p.merchant_provided_payer_details_names AS "expectedNames",
       p.institution_id AS "institutionId", b.name AS "institutionName", d.va_provider_type AS provider,
       p.error_description AS "errorDescription",
       coalesce(nullif(p.merchant_reference, ''), nullif(p.reference, '')) AS reference
     FROM payments AS p
     JOIN payee_details AS d ON d.merchant_id = p.merchant_id AND d.payee_detail_id = p.payee_detail_id
     LEFT JOIN institutions AS b ON b.institution_id = p.institution_id
     WHERE p.merchant_id = ${merchantId} AND p.payment_id = ${paymentId} AND p.payment_intent_id IS NOT NULL`,
  );
  return attempt ?? null;
}

export interface LockedAttempt {
  attempt: Attempt;
  paymentLink: PaymentLinkRow;
}

/** An attempt and its link, locked in a fixed order: first the link, then the payment, and only then the ledger. */
export async function lockAttempt(queries: Queries, name: AttemptName, now: Date): Promise<LockedAttempt | null> {
  const found = await findAttempt(queries, name);
  const paymentLink = found && (await lockPaymentLink(queries, found satisfies PaymentLinkKey, now));
  if (!paymentLink) return null;
  await queries.query(
    sql`SELECT 1 FROM payments WHERE merchant_id = ${name.merchantId} AND payment_id = ${name.paymentId} FOR UPDATE`,
  );
  const attempt = await findAttempt(queries, name);
  return attempt && { attempt, paymentLink };
}
