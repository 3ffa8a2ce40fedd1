import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { getPayIn, type PaymentListItem } from './pay-ins.ts';
import { CsvZone } from './period.ts';

/** The statuses of a payment that a receipt can be made of: the bank has said that it was made. */
export const receiptStatuses: readonly PaymentListItem['paymentStatus'][] = ['COMPLETED', 'SETTLED'];

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
