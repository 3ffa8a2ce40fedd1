import { toMajor } from '@volume/contract/money/money.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { EventFacts } from './payment-body.ts';
import { type Sql, sql } from '#database/sql.ts';

interface Destination {
  type: string;
  id?: string | null;
  name: string | null;
  accountNumber: string | null;
  sortCode: string | null;
  iban: string | null;
}
interface RefundData {
  accountHolderName: string;
  accountIdentifications: { type: string; number: string }[];
}

export interface MoneyOutRow {
  id: string;
  amount: number;
  currency: string;
  reference: string | null;
  status: string;
  status_description: string | null;
  destination: Destination | null;
  refund_data: RefundData | null;
  payment_id: string | null;
  merchant_payment_id: string | null;
}

export const selectPayout = (merchantId: string, objectId: string): Sql => sql`
  SELECT payout_payment_id AS id, amount, currency::text AS currency, reference, status::text AS status, status_description,
  destination,
    NULL AS refund_data, NULL AS payment_id, NULL AS merchant_payment_id
  FROM outbound_payments WHERE merchant_id = ${merchantId} AND payout_payment_id = ${objectId}`;

export const selectRefund = (merchantId: string, objectId: string): Sql => sql`
  SELECT r.refund_id AS id, r.amount, r.currency::text AS currency, r.reference, r.status::text AS status,
  r.status_description,
    NULL AS destination, p.refund_data, p.payment_id, p.merchant_payment_id
  FROM refunds AS r JOIN payments AS p ON p.merchant_id = r.merchant_id AND p.payment_id = r.payment_id
  WHERE r.merchant_id = ${merchantId} AND r.refund_id = ${objectId}`;

/** The webhook body for a payout's status. Amounts in major units; the attempt number is filled in at each attempt. */
export function toPayoutBody(row: MoneyOutRow, { applicationId, status, createdAt }: EventFacts): object {
  return {
    eventTimeUtc: toMicroseconds(createdAt),
    applicationId,
    payoutId: row.id,
    payoutAmount: toMajor(row.amount),
    payoutCurrency: row.currency,
    payoutReference: row.reference,
    payoutStatus: status,
    payoutStatusDescription: descriptionOf(row, status),
    payoutWebhookDeliveryAttempt: 0,
    destination: row.destination && toDestination(row.destination),
  };
}

/** The webhook body for a refund's status, with its payment. */
export function toRefundBody(row: MoneyOutRow, { applicationId, status, createdAt }: EventFacts): object {
  return {
    eventTimeUtc: toMicroseconds(createdAt),
    applicationId,
    refundId: row.id,
    paymentId: row.payment_id,
    merchantPaymentId: row.merchant_payment_id,
    refundAmount: toMajor(row.amount),
    refundCurrency: row.currency,
    refundReference: row.reference,
    refundStatus: status,
    refundStatusDescription: descriptionOf(row, status),
    refundWebhookDeliveryAttempt: 0,
    destination: row.refund_data && payerDestination(row.refund_data),
  };
}

function toMicroseconds(at: Date): string {
  return `${toWireTime(at)}000Z`;
}

/** The description belongs to the object's current status only, not to earlier ones. */
function descriptionOf(row: MoneyOutRow, status: string): string {
  return row.status === status ? (row.status_description ?? '') : '';
}

/**
 * A default beneficiary is known only by its provider's id; without the id a receiver would not know where the money
 * went.
 */
function toDestination({ type, id, name, accountNumber, sortCode, iban }: Destination): object {
  if (type === 'BENEFICIARY') return { type, id, name, accountNumber, sortCode };
  return iban === null ? { type, name, accountNumber, sortCode } : { type, name, iban };
}

/** A refund goes to the account that the payment came from. */
function payerDestination({ accountHolderName: name, accountIdentifications }: RefundData): object {
  const number = (type: string) => accountIdentifications.find((each) => each.type === type)?.number ?? null;
  const iban = number('IBAN');
  return toDestination({
    type: iban === null ? 'SCAN' : 'IBAN',
    name,
    accountNumber: number('ACCOUNT_NUMBER'),
    sortCode: number('SORT_CODE'),
    iban,
  });
}
