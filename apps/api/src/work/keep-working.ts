import type { Services } from '#http/services.ts';
import { createPauses } from './pause-between.ts';
import { runDueWork } from './run-due-work.ts';
import type { Worker } from './worker.ts';

/** Does due work every `pause` milliseconds until it is stopped; stopping waits for what is being done. */
export function keepWorking(
  services: Services,
  workers: readonly Worker[],
  pause: number,
): { stop: () => Promise<void> } {
  let isStopping = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round: Promise<void> = Promise.resolve();
  const pauses = createPauses(services, pause, 'due work');
  const work = async () => {
    // A database that is away for a moment must not end the rounds.
    const wait = await runDueWork(services, workers).then(pauses.afterSuccess, pauses.afterFailure);
    if (!isStopping) schedule(wait);
  };
  const schedule = (wait: number) => {
    timer = setTimeout(() => (round = work()), wait);
  };
  schedule(pause);
  return {
    stop: () => {
      isStopping = true;
      clearTimeout(timer);
      return round;
    },
  };
}
