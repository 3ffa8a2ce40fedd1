// Separate from the schemas, like labels.ts.

/** Events that are not sent to the three specified addresses. */
const feedOnlyTypes = [
  'payment.held',
  'payment.released',
  'payment.returned',
  'payment_link.expired',
  'payment_link.cancelled',
  'approval.approved',
  'approval.refused',
  'approval.cancelled',
  'approval.expired',
] as const;
export type FeedOnlyType = (typeof feedOnlyTypes)[number];

/** All event types, as an object and its new state. The list only grows, so receivers should ignore types that they do not know. */
export const eventTypes = [
  'payment.completed',
  'payment.settled',
  'payment.failed',
  'refund.in_progress',
  'refund.held',
  'refund.processed',
  'refund.failed',
  'refund.cancelled',
  'refund.returned',
  'payout.in_progress',
  'payout.held',
  'payout.processed',
  'payout.failed',
  'payout.cancelled',
  'payout.returned',
  ...feedOnlyTypes,
] as const;
export type EventType = (typeof eventTypes)[number];

/** Whether the three specified addresses are sent events of this type. */
export const isSentToAddresses = (type: EventType): boolean => !(feedOnlyTypes as readonly string[]).includes(type);
