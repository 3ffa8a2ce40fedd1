import type { Services } from '#core/services.ts';
import { keepRunning } from './keep-running.ts';
import { createDueWorkRunner } from './run-due-work.ts';
import type { Worker } from './worker.ts';

/** Does due work, looked for every `pause` milliseconds and whenever a piece ends, until it is stopped; stopping waits for what is being done. */
export function keepWorking(
  services: Services,
  workers: readonly Worker[],
  pause: number,
): { stop: () => Promise<void> } {
  const create = (onEnd: () => void) => createDueWorkRunner(services, workers, onEnd);
  return keepRunning(services, { what: 'due work', pause, create });
}
