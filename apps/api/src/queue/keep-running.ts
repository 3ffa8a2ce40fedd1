import type { Services } from '#core/services.ts';
import { createPauses } from './pause-between.ts';
import type { Runner } from './runner.ts';

type Running = {
  /** What the log calls it. */
  what: string;
  /** Milliseconds between two looks. */
  pause: number;
  create: (onEnd: () => void) => Runner;
};

/** Begins what is due every `pause` milliseconds and whenever a piece ends, until it is stopped; stopping waits for what is under way. */
export function keepRunning(services: Services, { what, pause, create }: Running): { stop: () => Promise<void> } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round: Promise<unknown> = Promise.resolve();
  let isLooking = false;
  let isWanted = false;
  let isStopping = false;
  const pauses = createPauses(services, pause, what);
  const runner = create(() => look());
  const look = () => {
    // One look at a time: two would count the room twice. What ended meanwhile is looked after at once.
    isWanted = isLooking;
    if (isLooking || isStopping) return;
    isLooking = true;
    clearTimeout(timer);
    round = runner
      .begin()
      // A database that is away for a moment must not end the rounds.
      .then(
        () => Math.min(pauses.afterSuccess(), isWanted ? 0 : pause),
        (error: unknown) => pauses.afterFailure(error),
      )
      .then((wait) => {
        isLooking = false;
        if (!isStopping) timer = setTimeout(look, wait);
      });
  };
  timer = setTimeout(look, pause);
  return {
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      await round;
      await runner.stop();
    },
  };
}
