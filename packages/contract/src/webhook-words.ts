// Apart from the schemas: a page that only reads its address needs the words alone.

export const webhookKinds = ['PAYMENT', 'REFUND', 'PAYOUT'] as const;
export const webhookStates = ['PENDING', 'DELIVERED', 'FAILING', 'GAVE_UP'] as const;

export type WebhookKind = (typeof webhookKinds)[number];
export type WebhookState = (typeof webhookStates)[number];

/** The six addresses of an application that a merchant sets (§3 Application). */
export const addressFields = [
  'paymentStatusWebhookUrl',
  'refundWebhookUrl',
  'payoutWebhookUrl',
  'merchantCallbackUrlForWeb',
  'merchantCallbackUrlForMobile',
  'cancelUrl',
] as const;
export type AddressField = (typeof addressFields)[number];

/** The address each kind of event is sent to. */
export const addressOfKind: Record<WebhookKind, AddressField> = {
  PAYMENT: 'paymentStatusWebhookUrl',
  REFUND: 'refundWebhookUrl',
  PAYOUT: 'payoutWebhookUrl',
};

/** Says `true` on events that tell of nothing that happened: test events, and samples that are tried out. */
export const testEventHeader = 'x-test-event';
