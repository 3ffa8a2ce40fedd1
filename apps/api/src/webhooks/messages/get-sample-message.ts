import { getSampleMessage as endpoint } from '@volume/contract/webhooks/messages.ts';
import type { EventType } from '@volume/contract/webhooks/events.ts';
import type { WebhookKind } from '@volume/contract/webhooks/webhooks.ts';
import { handle } from '#core/handler.ts';
import { writeContext } from '#core/write-context.ts';
import { sampleBody } from '#webhooks/signing/sample-body.ts';
import { toMessage } from './to-message.ts';

/** What the sample of each kind says (sample-body.ts). */
const types: Record<WebhookKind, EventType> = {
  PAYMENT: 'payment.completed',
  REFUND: 'refund.processed',
  PAYOUT: 'payout.processed',
};

/** A test event of a kind for an object that does not exist. Nothing is sent or stored. */
export const getSampleMessage = handle(endpoint, async ({ params: { applicationId }, query: { kind }, services }) => {
  const { at, newId } = writeContext(services);
  const body = JSON.stringify(sampleBody(kind, { applicationId, objectId: newId(), at }));
  return toMessage(services, { applicationId, id: newId(), type: types[kind], at, body, isTest: true });
});
