import type { Services } from '#http/services.ts';
import { errorFields } from '#http/telemetry/log.ts';
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
  const work = async () => {
    // A database that is away for a moment must not end the rounds.
    await runDueWork(services, workers).catch((error: unknown) =>
      services.log.error('no due work', errorFields(error)),
    );
    if (!isStopping) schedule();
  };
  const schedule = () => {
    timer = setTimeout(() => (round = work()), pause);
  };
  schedule();
  return {
    stop: () => {
      isStopping = true;
      clearTimeout(timer);
      return round;
    },
  };
}
