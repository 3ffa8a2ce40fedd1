// Apart from the schemas: a page that only reads its address needs the words alone.

export const paymentStatuses = [
  'NEW',
  'AWAITING_AUTHORIZATION',
  'AUTHORIZED',
  'PENDING',
  'COMPLETED',
  'FAILED',
  'SETTLED',
] as const;
export const paymentIntentStatuses = ['NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'EXPIRED'] as const;
export const paymentTypes = ['VOLUME', 'EXTERNAL'] as const;
export const riskCategories = ['LOW', 'MEDIUM', 'HIGH', 'NA'] as const;
/** REFUNDING: a refund of it is still open. */
export const refundedFilters = ['REFUNDED', 'NOT_REFUNDED', 'REFUNDING'] as const;
export const heldFilters = ['HELD', 'NOT_HELD'] as const;
/** REVIEWED: somebody has looked into it since it last failed or was held (contract §11). */
export const reviewedFilters = ['REVIEWED', 'NOT_REVIEWED'] as const;
/** What a text filter says of payments that have none: no reason given, no bank chosen. */
export const noneThere = 'NONE';
/** Hours of the UTC day, each by the whole hour it begins with. */
export const utcHours: readonly string[] = Array.from({ length: 24 }, (_, hour) => String(hour));
/** Known tags; unknown ones are shown by the label rule (contract §9). */
export const statusTags = ['HELD', 'RELEASED', 'RETURNED', 'REFUNDED', 'PARTIALLY_REFUNDED', 'REFUNDING'] as const;
export const refundStatuses = ['IN_PROGRESS', 'HELD', 'PROCESSED', 'FAILED', 'CANCELLED', 'RETURNED'] as const;
export const payInSorts = ['createdAt,desc', 'createdAt,asc'] as const;

export type PaymentStatus = (typeof paymentStatuses)[number];
export type PaymentIntentStatus = (typeof paymentIntentStatuses)[number];
export type PaymentType = (typeof paymentTypes)[number];
export type RefundedFilter = (typeof refundedFilters)[number];
export type RiskCategory = (typeof riskCategories)[number];
