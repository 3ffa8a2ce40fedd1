import { addRingKey } from '#core/secrets/add-ring-key.ts';
import type { Services } from '#core/services.ts';
import { webhookKeys } from './signing-key.ts';

/**
 * Publishes a new key for webhooks at once; it signs after `overlap` milliseconds, and the former one stays published as long again.
 * Answers the key's id.
 */
export function rotateWebhookKey(
  services: Pick<Services, 'database' | 'clock' | 'vault'>,
  overlap: number,
): Promise<string> {
  const now = services.clock.now().getTime();
  return addRingKey(services, webhookKeys, {
    signsFrom: new Date(now + overlap),
    formerEndAt: new Date(now + 2 * overlap),
  });
}
