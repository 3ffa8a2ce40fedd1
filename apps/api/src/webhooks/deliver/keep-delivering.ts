import type { Services } from '#http/services.ts';
import { signingKey } from '#webhooks/signing/signing-key.ts';
import { createPauses } from '#work/pause-between.ts';
import { createDeliverer } from './deliverer.ts';

/** Sends due deliveries, looked for every `pause` milliseconds and whenever one ends, until it is stopped; stopping waits for what is under way. */
export function keepDelivering(services: Services, pause: number): { stop: () => Promise<void> } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round: Promise<unknown> = Promise.resolve();
  let isLooking = false;
  let isStopping = false;
  const pauses = createPauses(services, pause, 'webhooks');
  const deliverer = createDeliverer(services, () => look());
  const look = () => {
    // One look at a time: two would count the room twice.
    if (isLooking || isStopping) return;
    isLooking = true;
    clearTimeout(timer);
    round = deliverer
      .begin()
      // A database that is away for a moment must not end the rounds.
      .then(pauses.afterSuccess, pauses.afterFailure)
      .then((wait) => {
        isLooking = false;
        if (!isStopping) timer = setTimeout(look, wait);
      });
  };
  // Made at the first start, so that the first receiver need not wait for it.
  signingKey(services.database).catch(() => undefined);
  timer = setTimeout(look, pause);
  return {
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      await round;
      await deliverer.stop();
    },
  };
}
