// Separate from the schemas: some code needs only these values and reads no refunds.

/** Why money is refunded; for the merchant's own records, never sent to the provider or the payer. */
export const refundReasons = ['CUSTOMER_REQUEST', 'DUPLICATE', 'FRAUD', 'NOT_DELIVERED', 'OTHER'] as const;
export type RefundReason = (typeof refundReasons)[number];
