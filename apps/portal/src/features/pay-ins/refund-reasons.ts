import type { RefundReason } from '@volume/contract/pay-ins/refund-reasons.ts';
import { titleCase } from '#design/text/format-text.ts';

export const refundReasonWords: Record<RefundReason, string> = {
  CUSTOMER_REQUEST: 'Customer request',
  DUPLICATE: 'Duplicate payment',
  FRAUD: 'Suspected fraud',
  NOT_DELIVERED: 'Not delivered',
  OTHER: 'Other',
};

/** The label of a reason; unknown ones follow the label rule (§9 Labels). */
export const refundReasonWord = (reason: string): string =>
  Object.hasOwn(refundReasonWords, reason) ? refundReasonWords[reason as RefundReason] : titleCase(reason);
