import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { getPayInDetails, type PaymentListItem, type Refund } from './pay-ins.ts';
import { CsvZone } from '@volume/contract/lists/period.ts';

/** The payment statuses for which a receipt is available: the bank has confirmed the payment. */
export const receiptStatuses: readonly PaymentListItem['paymentStatus'][] = ['COMPLETED', 'SETTLED'];

/**
 * The reference that the shopper and the merchant both see, on every screen and paper: the merchant's own, otherwise the
 * one on the bank statement.
 */
export const sharedReference = ({
  merchantReference,
  paymentRequest,
}: Pick<PaymentListItem, 'merchantReference' | 'paymentRequest'>): string | null =>
  merchantReference?.trim() ? merchantReference : paymentRequest.reference;

/** Where the money of a completed payment is. */
export type ReceiptState = 'RETURNED' | 'HELD' | 'ARRIVED' | 'UNDER_WAY';

export function receiptState({
  paymentStatus,
  statusTags,
}: Pick<PaymentListItem, 'paymentStatus' | 'statusTags'>): ReceiptState {
  if (statusTags.includes('RETURNED')) return 'RETURNED';
  if (statusTags.includes('HELD')) return 'HELD';
  return paymentStatus === 'SETTLED' ? 'ARRIVED' : 'UNDER_WAY';
}

export const receiptStates: Record<ReceiptState, string> = {
  RETURNED: 'Returned: the money was sent back to the payer',
  HELD: 'Paid: the account provider holds the money while it is checked',
  ARRIVED: 'Paid and received',
  UNDER_WAY: 'Paid: the money is on its way to the merchant',
};

export const receiptRefundLabels: Record<Refund['refundStatus'], string> = {
  IN_PROGRESS: 'On its way',
  HELD: 'On its way',
  PROCESSED: 'Paid back',
  FAILED: 'Failed, not paid back',
  CANCELLED: 'Cancelled, not paid back',
  RETURNED: 'Refund returned',
};

export const receiptNote =
  'This receipt confirms your payment. It is not a VAT invoice; please ask the merchant for one.';

/** The texts of a receipt, in the reader's language, apart from the payment's own data. */
export interface ReceiptWords {
  /** The language and region of numbers and dates, also the language of the document. */
  locale: string;
  /** Formats an amount in minor units, which is never negative. */
  money: (minor: number, currency: Currency) => string;
  states: Record<ReceiptState, string>;
  refundStates: Readonly<Record<string, string>>;
  labels: ReceiptLabels;
}

/** The parts of a payer's receipt that come from the pay page: the shop name and the texts. */
export interface PayersLook {
  shopName: string;
  words: ReceiptWords;
}

export interface ReceiptLabels {
  title: string;
  simulated: string;
  /** `£12.50 paid to Shop by Name on 21 Nov 2026`, in this order. */
  paidTo: string;
  by: string;
  on: string;
  status: string;
  bank: string;
  reference: string;
  order: string;
  application: string;
  paymentId: string;
  refunds: string;
  date: string;
  state: string;
  amount: string;
  left: string;
  made: string;
  timesIn: string;
  /** `Page 1 of 2` */
  page: string;
  pageOf: string;
  note: string;
}

export const getReceipt = endpoint({
  name: 'getReceipt',
  summary: 'A receipt of a payment that was made, with its refunds, as a PDF',
  origin: 'ours',
  method: 'GET',
  path: 'payments/{paymentId}/receipt',
  produces: 'pdf',
  access: getPayInDetails.access,
  params: getPayInDetails.params,
  query: z.object({ zone: z.optional(CsvZone) }),
});
