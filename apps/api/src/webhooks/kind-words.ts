import type { WebhookKind } from '@volume/contract/webhooks.ts';

/** What each kind of event is about, within a sentence. */
export const kindWords: Record<WebhookKind, string> = { PAYMENT: 'payments', REFUND: 'refunds', PAYOUT: 'payouts' };
