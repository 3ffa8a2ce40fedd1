// Separate from the schemas, so that a page that only parses its address loads no schemas.

export const webhookKinds = ['PAYMENT', 'REFUND', 'PAYOUT'] as const;
export const webhookStates = ['PENDING', 'DELIVERED', 'FAILING', 'GAVE_UP'] as const;

export type WebhookKind = (typeof webhookKinds)[number];
export type WebhookState = (typeof webhookStates)[number];

/** The six addresses of an application that a merchant can set (§3 Application). */
export const addressFields = [
  'paymentStatusWebhookUrl',
  'refundWebhookUrl',
  'payoutWebhookUrl',
  'merchantCallbackUrlForWeb',
  'merchantCallbackUrlForMobile',
  'cancelUrl',
] as const;
export type AddressField = (typeof addressFields)[number];

export const addressOfKind: Record<WebhookKind, AddressField> = {
  PAYMENT: 'paymentStatusWebhookUrl',
  REFUND: 'refundWebhookUrl',
  PAYOUT: 'payoutWebhookUrl',
};

/** `true` for events that are not real: test events, and samples that a user tries out. */
export const testEventHeader = 'x-test-event';
