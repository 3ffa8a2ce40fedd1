import type { Approval } from '@volume/contract/approvals/approvals.ts';
import type { PaymentDetails, PaymentStatus, Refund } from '@volume/contract/pay-ins/pay-ins.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import type { MoneyOutStatus } from '#ledger/money-out.ts';
import { sql } from '#database/sql.ts';
import type { Queries } from '#database/database.ts';
import type { ProviderName } from '#providers/port.ts';

export interface RefundRow {
  refund_id: string;
  payment_id: string;
  amount: number;
  currency: Currency;
  reference: string | null;
  status: MoneyOutStatus;
  initiated_by: string | null;
  reason: string | null;
  reason_note: string | null;
  status_description: string | null;
  created_at: Date;
  updated_at: Date;
}

export const refundColumns = sql`refund_id, payment_id, amount, currency, reference, status,
  initiated_by, reason, reason_note, status_description, created_at, updated_at`;

/** A refund in the shape of the wire (§3); amounts in minor units. */
export function toRefund(row: RefundRow): Refund {
  return {
    refundId: row.refund_id,
    createdAtUtc: toWireTime(row.created_at),
    updatedAtUtc: toWireTime(row.updated_at),
    refundPaymentReference: row.reference,
    refundPaymentAmount: row.amount,
    refundPaymentCurrency: row.currency,
    refundStatus: row.status,
    refundReason: row.reason,
    refundReasonNote: row.reason_note,
    refundStatusDescription: row.status_description,
  };
}

export interface RefundedPayment {
  payment_id: string;
  application_id: string;
  payee_detail_id: number | null;
  provider: ProviderName | 'NONE' | null;
  amount: number;
  amount_refunded: number;
  amount_refunding: number;
  /** Number of its refunds so far, in any status. */
  refunds: number;
  currency: Currency;
  status: PaymentStatus;
  hold: 'NONE' | 'HELD' | 'RELEASED' | 'RETURNED';
  is_to_virtual_account: boolean;
}

const selectRefunded = (merchantId: string) => sql`
  SELECT p.payment_id, p.application_id, p.payee_detail_id, d.va_provider_type AS provider, p.amount, p.amount_refunded,
    p.amount_refunding, p.currency::text AS currency, p.status::text AS status, p.hold::text AS hold,
    p.is_to_virtual_account,
    (SELECT count(*) FROM refunds AS r WHERE r.merchant_id = ${merchantId} AND r.payment_id = p.payment_id) AS refunds
  FROM payments AS p LEFT JOIN payee_details AS d ON d.merchant_id = ${merchantId}
  AND d.payee_detail_id = p.payee_detail_id WHERE p.merchant_id = ${merchantId}`;

/** Locks a payment and thereby its refunds; null when the merchant has no such payment. */
export async function lockPayment(
  { query }: Queries,
  { merchantId, paymentId }: { merchantId: string; paymentId: string },
): Promise<RefundedPayment | null> {
  const [payment] = await query<RefundedPayment>(
    sql`${selectRefunded(merchantId)} AND p.payment_id = ${paymentId} FOR UPDATE OF p`,
  );
  return payment ?? null;
}

export const readPayments = (
  { query }: Queries,
  { merchantId, ids }: { merchantId: string; ids: readonly string[] },
): Promise<RefundedPayment[]> =>
  query<RefundedPayment>(sql`${selectRefunded(merchantId)} AND p.payment_id = ANY(${ids}::uuid[])`);

/** The recipient of a payment's refund: the account it was paid from. */
export async function readRecipient(
  { query }: Queries,
  { merchantId, paymentId }: { merchantId: string; paymentId: string },
): Promise<Approval['recipient']> {
  const [row] = await query<{ name: string | null; data: PaymentDetails['paymentRefundData'] }>(
    sql`SELECT payer_name AS name, refund_data AS data FROM payments
     WHERE merchant_id = ${merchantId} AND payment_id = ${paymentId}`,
  );
  const numberOf = (type: string) =>
    row?.data?.accountIdentifications.find((each) => each.type === type)?.number ?? null;
  return {
    name: row?.data?.accountHolderName ?? row?.name ?? null,
    accountNumber: numberOf('ACCOUNT_NUMBER'),
    sortCode: numberOf('SORT_CODE'),
    iban: numberOf('IBAN'),
  };
}
