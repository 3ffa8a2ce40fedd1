import * as z from 'zod/mini';
import { approvalField } from '@volume/contract/approvals/approvals.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { Id } from '@volume/contract/ids.ts';
import { bankReference } from '@volume/contract/money/bank-reference.ts';
import { AmountInput } from '@volume/contract/money/money.ts';
import { Refund } from './pay-ins.ts';
import { plainText } from '@volume/contract/text/plain-text.ts';
import { refundReasons } from './refund-reasons.ts';

export const startRefund = endpoint({
  name: 'startRefund',
  summary: 'Refund a settled pay-in, in full or in part',
  origin: 'ours',
  method: 'POST',
  path: 'payments/{paymentId}/refunds',
  access: { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'write', apiKeys: 'REFUNDS' },
  isIdempotent: true,
  stepUp: 'sometimes',
  status: 201,
  params: z.object({ paymentId: Id }),
  body: z.strictObject({
    refundPaymentAmount: AmountInput,
    refundPaymentReference: z.optional(z.nullable(bankReference(35))),
    /** Not in the specification, and only sent when `capabilities` lists it; for the merchant's own records. */
    refundReason: z.optional(z.nullable(z.enum(refundReasons))),
    refundReasonNote: z.optional(z.nullable(plainText(500))),
  }),
  response: z.extend(Refund, approvalField),
});

/** The entry of `capabilities` for these two fields: other providers only accept the documented fields (contract §11). */
export const refundReasonField = { ...startRefund, path: `${startRefund.path} refundReason` };
