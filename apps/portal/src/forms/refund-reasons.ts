import type { RefundReason } from '@volume/contract/pay-ins/refund-reasons.ts';
import { titleCase } from '#design/text/format-text.ts';

export const refundReasonLabels: Record<RefundReason, string> = {
  CUSTOMER_REQUEST: 'Customer request',
  DUPLICATE: 'Duplicate payment',
  FRAUD: 'Suspected fraud',
  NOT_DELIVERED: 'Not delivered',
  OTHER: 'Other',
};

/** The label of a reason; unknown ones follow the label rule (§9 Labels). */
export const refundReasonLabel = (reason: string): string =>
  Object.hasOwn(refundReasonLabels, reason) ? refundReasonLabels[reason as RefundReason] : titleCase(reason);
