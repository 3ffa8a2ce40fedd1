// Separate from the schemas, so that a page that only parses its address loads no schemas.

export const webhookKinds = ['PAYMENT', 'REFUND', 'PAYOUT'] as const;
export const webhookStates = ['PENDING', 'DELIVERED', 'FAILING', 'GAVE_UP'] as const;

/** How an event of a replay is sent: as usual, after a later event of its object, a second time, or in a way that must be refused. */
export const replayForms = [
  'FIRST',
  'LATE',
  'AGAIN',
  'BAD_SIGNATURE',
  'NO_SIGNATURE',
  'CHANGED_BODY',
  'OLD_SIGNATURE',
] as const;
export type ReplayForm = (typeof replayForms)[number];

/** Whether a receiver has to refuse it. */
export const isForged = (form: string): boolean => !['FIRST', 'LATE', 'AGAIN'].includes(form);

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
/** The same in the body of a test for an endpoint: true. The signature covers it. */
export const testEventField = 'isTestEvent';
