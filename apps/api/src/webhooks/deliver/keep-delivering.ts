import type { Services } from '#core/services.ts';
import { signingKey } from '#webhooks/signing/signing-key.ts';
import { keepRunning } from '#queue/keep-running.ts';
import { createDeliverer } from './deliverer.ts';

/** Sends due deliveries, looked for every `pause` milliseconds and whenever one ends, until it is stopped; stopping waits for what is under way. */
export function keepDelivering(services: Services, pause: number): { stop: () => Promise<void> } {
  // Made at the first start, so that the first receiver need not wait for it.
  signingKey(services).catch(() => undefined);
  const create = (onEnd: () => void) => createDeliverer(services, onEnd);
  return keepRunning(services, { what: 'webhooks', pause, create });
}
