// Apart from the schemas: the words alone are needed where no refund is read.

/** Why money is given back; for the merchant's own books, never sent to the provider or the payer. */
export const refundReasons = ['CUSTOMER_REQUEST', 'DUPLICATE', 'FRAUD', 'NOT_DELIVERED', 'OTHER'] as const;
export type RefundReason = (typeof refundReasons)[number];
