import type {
  PaymentListItem,
  PaymentStatus,
  PaymentType,
  Refund,
  RiskCategory,
} from '@volume/contract/pay-ins/pay-ins.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { andOf, column, listColumns, raw, type RowOf, type Sql, sql } from '#database/sql.ts';

const wireTime = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`;

const refundsOf = (
  merchantId: string | null,
): Sql => sql`(SELECT json_agg(json_build_object('refundId', r.refund_id, 'createdAtUtc', ${raw(wireTime('r.created_at'))}, 'updatedAtUtc', ${raw(wireTime('r.updated_at'))},
      'refundPaymentReference', r.reference, 'refundPaymentAmount', r.amount, 'refundPaymentCurrency', r.currency, 'refundStatus', r.status,
      'refundReason', r.reason, 'refundReasonNote', r.reason_note, 'refundStatusDescription', r.status_description)
      ORDER BY r.created_at, r.refund_id)
    FROM refunds AS r WHERE r.merchant_id = p.merchant_id AND r.payment_id = p.payment_id${andOf('r', merchantId)})`;

export const paymentColumns = {
  merchant_id: column<string>(),
  payment_id: column<string>(),
  application_id: column<string>(),
  merchant_payment_id: column<string | null>(),
  status: column<PaymentStatus>(),
  type: column<PaymentType>(),
  currency: column<Currency>(),
  amount: column<number>(),
  amount_refunded: column<number>(),
  amount_refunding: column<number>(),
  reference: column<string | null>(),
  risk: column<RiskCategory | null>(),
  hold: column<'NONE' | 'HELD' | 'RELEASED' | 'RETURNED'>(),
  is_new_payment: column<boolean>(),
  is_sample: column<boolean>(),
  new_payment_id: column<string | null>(),
  new_attempt_id: column<string | null>(),
  tracing_id: column<string | null>(),
  created_at: column<Date>(),
  is_to_virtual_account: column<boolean>(),
  merchant_reference: column<string | null>(),
  merchant_provided_payer_details_names: column<string[] | null>(),
  payer_name: column<string | null>(),
  payer_email: column<string | null>(),
  payer_account_identifier: column<string | null>(),
  payer_address: column<string | null>(),
  payer_ip: column<string | null>(),
};
export type PayInRow = RowOf<typeof paymentColumns> & { refunds: Refund[] | null };

/** The list's columns including refunds; null for payments of all merchants. */
export const payInColumns = (merchantId: string | null): Sql =>
  sql`${listColumns('p', paymentColumns)}, ${refundsOf(merchantId)} AS refunds`;

/** Converts a row into the specification's list item (§3 Payment), with amounts in minor units. */
export function toListItem(row: PayInRow): PaymentListItem & { merchantId: string } {
  return {
    paymentId: row.payment_id,
    merchantId: row.merchant_id,
    applicationId: row.application_id,
    merchantPaymentId: row.merchant_payment_id,
    paymentStatus: row.status,
    paymentType: row.type,
    isNewPayment: row.is_new_payment,
    newPaymentId: row.new_payment_id,
    newAttemptId: row.new_attempt_id,
    tracingId: row.tracing_id,
    createdAt: toWireTime(row.created_at),
    isToVirtualAccount: row.is_to_virtual_account,
    canStartRefund: canStartRefund(row),
    amountRefunded: row.amount_refunded,
    amountRefunding: row.amount_refunding,
    refunds: row.refunds ?? [],
    payer: toPayer(row),
    statusTags: toStatusTags(row),
    riskCategory: row.risk,
    merchantReference: row.merchant_reference,
    merchantProvidedPayerDetailsNames: row.merchant_provided_payer_details_names,
    paymentRequest:
      row.currency === 'GBP'
        ? { currency: 'GBP', amount: row.amount, reference: row.reference ?? '' }
        : { currency: 'EUR', amount: row.amount, reference: row.reference },
  };
}

type Refundable = Pick<
  PayInRow,
  'status' | 'is_to_virtual_account' | 'hold' | 'amount' | 'amount_refunded' | 'amount_refunding'
>;

/** Settled, virtual, no active refund, money left, neither held nor returned (contract §4, §10 Refunds). */
export function canStartRefund(row: Refundable): boolean {
  const isFree = row.hold === 'NONE' || row.hold === 'RELEASED';
  return (
    row.status === 'SETTLED' &&
    row.is_to_virtual_account &&
    isFree &&
    row.amount_refunding === 0 &&
    row.amount_refunded < row.amount
  );
}

type Tagged = Pick<PayInRow, 'hold' | 'amount' | 'amount_refunded' | 'amount_refunding' | 'is_sample'>;

/** Tags in addition to the status (contract §3). */
export function toStatusTags({ hold, amount, amount_refunded, amount_refunding, is_sample }: Tagged): string[] {
  return [
    ...(hold === 'NONE' ? [] : [hold]),
    ...(amount_refunded === 0 ? [] : [amount_refunded === amount ? 'REFUNDED' : 'PARTIALLY_REFUNDED']),
    ...(amount_refunding === 0 ? [] : ['REFUNDING']),
    ...(is_sample ? ['SAMPLE'] : []),
  ];
}

function toPayer(row: PayInRow): PaymentListItem['payer'] {
  const payer = {
    name: row.payer_name,
    email: row.payer_email,
    accountIdentifier: row.payer_account_identifier,
    address: row.payer_address,
    payerIP: row.payer_ip,
  };
  return Object.values(payer).every((value) => value === null) ? null : payer;
}
