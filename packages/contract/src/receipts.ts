import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { getPayIn, type PaymentListItem, type Refund } from './pay-ins.ts';
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

export const getReceipt = endpoint({
  name: 'getReceipt',
  summary: 'A receipt of a payment that was made, with its refunds, as a PDF',
  origin: 'ours',
  method: 'GET',
  path: 'payments/{paymentId}/receipt',
  produces: 'pdf',
  access: getPayIn.access,
  params: getPayIn.params,
  query: z.object({ zone: z.optional(CsvZone) }),
});
