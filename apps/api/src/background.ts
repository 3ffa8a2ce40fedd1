import type { Services } from '#core/services.ts';
import { keepLinking } from '#audit-log/link-audit-log.ts';
import { ensureDailyWork } from '#queue/worker.ts';
import { keepWorking } from '#queue/run-due-work.ts';
import { keepDelivering } from '#webhooks/deliver/deliverer.ts';
import { dailyWorkOf, workersOf } from './workers.ts';

export interface Background {
  /** The names of the loops that have stopped polling. */
  stuck: () => string[];
  /** Waits for the jobs that are running. */
  stop: () => Promise<void>;
}

/** Runs everything that no call triggers, until it is stopped: jobs, webhooks, and the hash chain of the audit log. */
export async function runInBackground(services: Services): Promise<Background> {
  await ensureDailyWork(services.database, services.clock.now(), dailyWorkOf(services.settings));
  const loops = [keepWorking(services, workersOf(services.settings), 500), keepDelivering(services, 500)];
  services.changes?.onJobs(() => loops.forEach(({ wake }) => wake()));
  const linking = keepLinking(services, 1000);
  return {
    stuck: () => loops.flatMap(({ stuck }) => stuck()),
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
      // Last, because the jobs may have recorded something until now.
      await linking.stop();
    },
  };
}
