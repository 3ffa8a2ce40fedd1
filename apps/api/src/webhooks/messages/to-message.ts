import { type EventType, isSentToAddresses } from '@volume/contract/webhooks/events.ts';
import type { WebhookMessage } from '@volume/contract/webhooks/messages.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { Services } from '#core/services.ts';
import { signBody, signSending } from '#webhooks/signing/sign-body.ts';
import { webhookHeaders } from '#webhooks/signing/webhook-headers.ts';

interface Event {
  applicationId: string;
  id: string;
  type: EventType;
  at: Date;
  body: string;
  isTest: boolean;
  /** The current time by default. */
  signedAt?: Date;
}

/** A webhook of an event, signed now. */
export async function toMessage(services: Services, event: Event): Promise<WebhookMessage> {
  const { id, type, at, body } = event;
  const signature = await signBody(services, body);
  const headers = webhookHeaders({ ...signature, headers: await signSending(services, event) });
  return {
    id,
    type,
    atUtc: toWireTime(at),
    isSentToAddresses: isSentToAddresses(type),
    method: 'PUT',
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    body,
  };
}
