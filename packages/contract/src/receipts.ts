import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { getPayIn, type PaymentListItem, type Refund } from './pay-ins.ts';
import { CsvZone } from './period.ts';

/** The statuses of a payment that a receipt can be made of: the bank has said that it was made. */
export const receiptStatuses: readonly PaymentListItem['paymentStatus'][] = ['COMPLETED', 'SETTLED'];

/** What a receipt says of a payment that was made: where its money is. */
export function receiptState({
  paymentStatus,
  statusTags,
}: Pick<PaymentListItem, 'paymentStatus' | 'statusTags'>): string {
  if (statusTags.includes('RETURNED')) return 'Returned: the money was sent back to the payer';
  if (statusTags.includes('HELD')) return 'Paid: the account provider holds the money while it is checked';
  if (paymentStatus === 'SETTLED') return 'Paid: the money has arrived';
  return 'Paid: the money is on its way to the merchant';
}

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
