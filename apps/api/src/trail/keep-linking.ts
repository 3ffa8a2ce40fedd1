import type { Services } from '#core/services.ts';
import { createPauses } from '#queue/pause-between.ts';
import { fileUnknownSignIns } from './file-unknown-sign-ins.ts';
import { linkTrail } from './link-trail.ts';

/** Links the trail every `pause` milliseconds until it is stopped; stopping links what is left. */
export function keepLinking(services: Services, pause: number): { stop: () => Promise<void> } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round: Promise<void> = Promise.resolve();
  let isStopping = false;
  const pauses = createPauses(services, pause, 'linking of the trail');
  const link = async () => {
    // A database that is away for a moment must not end the rounds.
    const wait = await linkAll(services).then(pauses.afterSuccess, pauses.afterFailure);
    if (!isStopping) schedule(wait);
  };
  const schedule = (wait: number) => {
    timer = setTimeout(() => (round = link()), wait);
  };
  schedule(pause);
  return {
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      await round;
      await linkAll(services).catch((error: unknown) => pauses.afterFailure(error));
    },
  };
}

async function linkAll(services: Services): Promise<void> {
  await fileUnknownSignIns(services);
  await linkTrail(services);
}
