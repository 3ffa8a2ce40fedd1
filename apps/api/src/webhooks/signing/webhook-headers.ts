import type { WebhookRequest } from '#core/services.ts';

/** Every header of a webhook, except those of its connection. */
export const webhookHeaders = ({
  authorization,
  keyId,
  headers,
}: Pick<WebhookRequest, 'authorization' | 'keyId' | 'headers'>): Record<string, string> => ({
  'content-type': 'application/json',
  ...(authorization !== undefined && { authorization }),
  ...(keyId !== undefined && { 'x-signature-key-id': keyId }),
  ...headers,
  'user-agent': 'Volume-Webhooks/1.0',
  accept: '*/*',
});
