import type { WebhookKind } from '@volume/contract/webhook-words.ts';

/** When an event of each kind is sent (contract §6). */
export const webhookWords: Record<WebhookKind, string> = {
  PAYMENT: 'A payment is COMPLETED, SETTLED or FAILED',
  REFUND: 'A refund changes its status',
  PAYOUT: 'A payout changes its status',
};
