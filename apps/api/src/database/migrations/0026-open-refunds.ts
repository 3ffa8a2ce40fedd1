/** Payments with a refund under way are few, and asked for whenever the overview is opened. */
export const openRefunds = `
CREATE INDEX payments_refunding ON payments (merchant_id, created_at DESC, payment_id DESC) WHERE amount_refunding > 0;
`;
