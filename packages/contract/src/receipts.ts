import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import type { Currency } from './money.ts';
import { getPayInDetails, type PaymentListItem, type Refund } from './pay-ins.ts';
import { CsvZone } from './period.ts';

/** The statuses of a payment that a receipt can be made of: the bank has said that it was made. */
export const receiptStatuses: readonly PaymentListItem['paymentStatus'][] = ['COMPLETED', 'SETTLED'];

/** Where the money of a payment that was made is. */
export type ReceiptState = 'RETURNED' | 'HELD' | 'ARRIVED' | 'UNDER_WAY';

export function receiptState({
  paymentStatus,
  statusTags,
}: Pick<PaymentListItem, 'paymentStatus' | 'statusTags'>): ReceiptState {
  if (statusTags.includes('RETURNED')) return 'RETURNED';
  if (statusTags.includes('HELD')) return 'HELD';
  return paymentStatus === 'SETTLED' ? 'ARRIVED' : 'UNDER_WAY';
}

/** What a merchant's receipt says of that. */
export const receiptStates: Record<ReceiptState, string> = {
  RETURNED: 'Returned: the money was sent back to the payer',
  HELD: 'Paid: the account provider holds the money while it is checked',
  ARRIVED: 'Paid: the money has arrived',
  UNDER_WAY: 'Paid: the money is on its way to the merchant',
};

/** What a receipt says of a refund, by its status. */
export const receiptRefundWords: Record<Refund['refundStatus'], string> = {
  IN_PROGRESS: 'On its way',
  HELD: 'On its way',
  PROCESSED: 'Paid back',
  FAILED: 'Failed, not paid back',
  CANCELLED: 'Cancelled, not paid back',
  RETURNED: 'Came back, not paid back',
};

/** What a receipt is and is not. */
export const receiptNote =
  'This receipt says that the payment was made. It is not an invoice; for one, ask the merchant.';

/** What a receipt says around the payment's own words, in the language of who reads it. */
export interface ReceiptWords {
  /** For numbers and dates, and the language the document says it is in. */
  locale: string;
  /** An amount in minor units, never negative. */
  money: (minor: number, currency: Currency) => string;
  states: Record<ReceiptState, string>;
  refundStates: Readonly<Record<string, string>>;
  labels: ReceiptLabels;
}

/** A receipt as the page its payer paid on shows the payment. */
export interface PayersLook {
  shopName: string;
  words: ReceiptWords;
}

/** The words the template writes, by their place on the paper. */
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
