import type { Owners } from '#core/tenant.ts';
import { errorFields } from '#core/log.ts';
import type { Services } from '#core/services.ts';
import { isRefused, isUnavailable } from '#database/database.ts';
import type { RequestLog } from '#http/recording/noted-call.ts';
import { createWaiting } from './waiting.ts';
import { writeRequests } from './write-requests.ts';

type Writing = Pick<Services, 'database' | 'clock' | 'random' | 'log'>;

export interface WritingRequestLog extends RequestLog {
  /** Writes all waiting calls; false when the database could not be reached, in which case they keep waiting. */
  flush: () => Promise<boolean>;
  /** Writes all waiting calls, and logs nothing more. */
  stop: () => Promise<void>;
}

interface Options {
  ownerOf: Owners['ofApplication'];
  /** Milliseconds from the first call to the write of its batch; null when only `flush` and `stop` write. */
  every?: number | null;
}

/** How often a batch is tried. A batch that always fails must not block all later ones. */
const mostTries = 10;

/**
 * Writes calls in batches, outside of the calls. A process that is killed loses those of the last second; at a normal
 * stop all are written. Memory is bounded (waiting.ts).
 */
export function createRequestLog(services: Writing, { ownerOf, every = 1000 }: Options): WritingRequestLog {
  const waiting = createWaiting();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let running: Promise<boolean> | null = null;
  let isStopped = false;
  const writeAll = createWriter(services, ownerOf, waiting);

  const arm = (times: number) => {
    if (timer !== null || isStopped || every === null) return;
    timer = setTimeout(() => {
      timer = null;
      void flush();
    }, every * times);
  };
  const flush = (): Promise<boolean> => {
    running ??= writeAll().finally(() => {
      running = null;
      if (!waiting.isEmpty()) arm(5);
    });
    return running;
  };
  return {
    add: (call) => {
      if (isStopped) return;
      waiting.add(call);
      arm(1);
    },
    flush,
    stop: async () => {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      await running;
      await flush();
    },
  };
}

/** Writes all waiting calls in batches; false when a batch failed. A batch is given up after some consecutive failures. */
function createWriter(services: Writing, ownerOf: Options['ownerOf'], waiting: ReturnType<typeof createWaiting>) {
  let tries = 0;
  return async (): Promise<boolean> => {
    for (;;) {
      const batch = waiting.take();
      if (batch === null) return true;
      try {
        await writeRequests(services, ownerOf, batch);
        tries = 0;
      } catch (error) {
        // A database that is away says nothing about the batch.
        if (!isUnavailable(error) && !isRefused(error)) tries += 1;
        const isGivenUp = tries >= mostTries;
        services.log.error('requests not written', { calls: batch.calls.length, isGivenUp, ...errorFields(error) });
        if (isGivenUp) tries = 0;
        else waiting.putBack(batch);
        return false;
      }
    }
  };
}
