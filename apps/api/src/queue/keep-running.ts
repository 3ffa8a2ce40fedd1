import type { Services } from '#core/services.ts';
import type { Runner } from './runner.ts';
import { errorFields } from '#core/log.ts';

interface Running {
  /** The name in the log. */
  what: string;
  /** Milliseconds between two polls. */
  pause: number;
  /** The longest pause in milliseconds after a poll that found nothing; `pause` by default. */
  idle?: () => Promise<number>;
  create: (onEnd: () => void) => Runner;
}

/** A loop that polls for work until it is stopped. */
export interface Loop {
  /** Contains its name once it has not polled for two minutes, otherwise empty. */
  stuck: () => string[];
  /** Polls soon, because there may be work. */
  wake: () => void;
  stop: () => Promise<void>;
}

/** Least milliseconds between two polls after wake-ups, so that many new jobs at the same moment cause few polls. */
const leastApart = 20;

/** Milliseconds, longer than any poll and pause: a statement times out after 20 s, and the back-off is 30 s at most. */
const longestRound = 120_000;

/** Starts due work every `pause` milliseconds and whenever a job ends, until it is stopped; stopping waits for running jobs. */
export function keepRunning(services: Services, running: Running): Loop {
  const { what, pause, create } = running;
  const now = () => services.clock.now().getTime();
  const state = { isLooking: false, isWanted: false, isWoken: false, isStopping: false, begun: 0, looked: now() };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round: Promise<unknown> = Promise.resolve();
  const rest = createRest(services, running, state);
  const runner = create(() => look());
  const look = () => {
    // One poll at a time: two would count the free slots twice. A job that ended in between causes another poll.
    state.isWanted = state.isLooking;
    if (state.isLooking || state.isStopping) return;
    Object.assign(state, { isLooking: true, isWoken: false, begun: performance.now() });
    clearTimeout(timer);
    round = runner
      .begin()
      .then(rest.afterLook)
      // A database that is unavailable for a moment must not end the loop.
      .catch(rest.afterFailure)
      .then((wait) => {
        Object.assign(state, { isLooking: false, looked: now() });
        if (!state.isStopping) timer = setTimeout(look, wait());
      });
  };
  timer = setTimeout(look, pause);
  return {
    stuck: () => (now() - state.looked > longestRound ? [what] : []),
    wake: () => {
      if (state.isWoken || state.isStopping) return;
      state.isWoken = true;
      // A running poll may have read before these jobs were committed, so another one follows it.
      if (state.isLooking) return;
      clearTimeout(timer);
      timer = setTimeout(look, untilNext(state));
    },
    stop: async () => {
      state.isStopping = true;
      clearTimeout(timer);
      await round;
      await runner.stop();
    },
  };
}

const untilNext = ({ begun }: { begun: number }): number => Math.max(0, begun + leastApart - performance.now());

/** How long to pause after a poll, decided when it ends, because the loop can be woken until then. */
function createRest(
  services: Services,
  { what, pause, idle }: Running,
  state: { isWanted: boolean; isWoken: boolean; begun: number },
) {
  const pauses = createPauses(services, pause, what);
  return {
    afterLook: async (found: number) => {
      const rest = found === 0 && idle ? await idle() : pause;
      pauses.afterSuccess();
      return () => (state.isWanted ? 0 : state.isWoken ? untilNext(state) : rest);
    },
    afterFailure: (error: unknown) => {
      const rest = pauses.afterFailure(error);
      return () => rest;
    },
  };
}

const longest = 30_000;

/**
 * How long to wait between polls: `pause` milliseconds, and twice as long after each failed poll, up to half a minute. Randomly
 * shortened, so that many instances do not return at the same time. The log has one line when the database becomes unavailable,
 * and one when it is back.
 */
export function createPauses({ log, random }: Pick<Services, 'log' | 'random'>, pause: number, what: string) {
  let failures = 0;
  return {
    afterSuccess: (): number => {
      if (failures > 0) log.info(`${what} again`, { failures });
      failures = 0;
      return pause;
    },
    afterFailure: (error: unknown): number => {
      if (failures === 0) log.error(`no ${what}`, errorFields(error));
      failures += 1;
      const wait = Math.min(longest, pause * 2 ** Math.min(failures, 16));
      return (wait * (128 + (random.bytes(1)[0] ?? 0) / 2)) / 256;
    },
  };
}
