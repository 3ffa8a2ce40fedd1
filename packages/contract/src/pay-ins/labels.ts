// Separate from the schemas, so that a page that only parses its address loads no schemas.

export const paymentStatuses = [
  'NEW',
  'AWAITING_AUTHORIZATION',
  'AUTHORIZED',
  'PENDING',
  'COMPLETED',
  'FAILED',
  'SETTLED',
] as const;
export const paymentLinkStatuses = ['NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'EXPIRED'] as const;
export const paymentTypes = ['VOLUME', 'EXTERNAL'] as const;
export const riskCategories = ['LOW', 'MEDIUM', 'HIGH', 'NA'] as const;
/** REFUNDING: a refund of the payment is in progress. */
export const refundedFilters = ['REFUNDED', 'NOT_REFUNDED', 'REFUNDING'] as const;
export const heldFilters = ['HELD', 'NOT_HELD'] as const;
/** RETURNED: held, and then returned to its payer. */
export const returnedFilters = ['RETURNED', 'NOT_RETURNED'] as const;
/** REVIEWED: a user has reviewed the payment since it last failed or was held (contract §11). */
export const reviewedFilters = ['REVIEWED', 'NOT_REVIEWED'] as const;
/** Whether sample payments are left out of the list, or are the only ones in it. */
export const sampleFilters = ['HIDE', 'ONLY'] as const;
/** The filter value for payments without the field: no failure reason, no bank. */
export const noValue = 'NONE';
export const utcHours: readonly string[] = Array.from({ length: 24 }, (_, hour) => String(hour));
/** Known tags; unknown ones are shown by the label rule (contract §9). */
export const statusTags = [
  'HELD',
  'RELEASED',
  'RETURNED',
  'REFUNDED',
  'PARTIALLY_REFUNDED',
  'REFUNDING',
  'SAMPLE',
] as const;
export const refundStatuses = ['IN_PROGRESS', 'HELD', 'PROCESSED', 'FAILED', 'CANCELLED', 'RETURNED'] as const;
export const payInSorts = ['createdAt,desc', 'createdAt,asc'] as const;

export type PaymentStatus = (typeof paymentStatuses)[number];
export type PaymentLinkStatus = (typeof paymentLinkStatuses)[number];
export type PaymentType = (typeof paymentTypes)[number];
export type RefundedFilter = (typeof refundedFilters)[number];
export type RiskCategory = (typeof riskCategories)[number];
