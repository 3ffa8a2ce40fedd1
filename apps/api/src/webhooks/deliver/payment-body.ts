import { toMajor } from '@volume/contract/money/money.ts';
import type { WebhookKind } from '@volume/contract/webhooks/webhooks.ts';
import { joinIntent, metadataOfPayment } from '#database/payment-metadata.ts';
import { type Sql, sql } from '#database/sql.ts';

export interface WebhookEvent {
  merchantId: string;
  applicationId: string;
  kind: WebhookKind;
  objectId: string;
  status: string;
  createdAt: Date;
}

/** The fields of a body that come from the event and not from its object. */
export type EventFacts = Pick<WebhookEvent, 'applicationId' | 'status' | 'createdAt'>;

export interface PaymentRow {
  payment_id: string;
  merchant_payment_id: string | null;
  error_description: string | null;
  amount: number;
  currency: string;
  reference: string | null;
  merchant_reference: string | null;
  refund_data: object | null;
  metadata: Record<string, string> | null;
  is_external: boolean;
  wants_external: boolean;
  is_payer_checked: boolean;
  payer_name_score: number | null;
  risk: string | null;
}

export const selectPayment = (merchantId: string, objectId: string): Sql => sql`
  SELECT p.payment_id, p.merchant_payment_id, p.error_description, p.amount, p.currency::text AS currency, p.reference,
    p.merchant_reference, p.refund_data,
    ${metadataOfPayment} AS metadata, p.type = 'EXTERNAL' AS is_external, coalesce(a.send_webhook_for_external_payin_payment,
    false) AS wants_external,
    p.is_payer_checked, p.payer_name_score, p.risk::text AS risk
  FROM payments AS p JOIN applications AS a ON a.merchant_id = p.merchant_id AND a.application_id = p.application_id
  ${joinIntent}
  WHERE p.merchant_id = ${merchantId} AND p.payment_id = ${objectId}`;

/** The webhook body of a payment that is COMPLETED, SETTLED or FAILED; amounts in major units. */
export function toPaymentBody(row: PaymentRow, { applicationId, status }: EventFacts): object {
  return {
    paymentId: row.payment_id,
    merchantPaymentId: row.merchant_payment_id,
    merchantReference: row.merchant_reference,
    paymentStatus: status,
    errorDescription: status === 'FAILED' ? row.error_description : null,
    paymentRequest: { amount: toMajor(row.amount), currency: row.currency, reference: row.reference },
    paymentRefundData: row.refund_data,
    paymentMetadata: row.metadata,
    applicationId,
    isExternal: row.is_external,
    confirmationOfPayer: row.is_payer_checked
      ? { enabled: true, score: row.payer_name_score, riskCategory: row.risk }
      : null,
  };
}
