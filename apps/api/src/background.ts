import type { Services } from '#core/services.ts';
import { keepLinking } from '#audit-log/link-audit-log.ts';
import { ensureDailyWork } from '#queue/worker.ts';
import { keepWorking } from '#queue/run-due-work.ts';
import { keepDelivering } from '#webhooks/deliver/deliverer.ts';
import { dailyWork, workersOf } from './workers.ts';

export interface Background {
  /** What looks for work and has stopped looking. */
  stuck: () => string[];
  /** Waits for the jobs that are running. */
  stop: () => Promise<void>;
}

/** Runs what no call runs, until it is stopped: jobs, webhooks, and the chain of the audit log. */
export async function runInBackground(services: Services): Promise<Background> {
  await ensureDailyWork(services.database, services.clock.now(), dailyWork);
  const loops = [keepWorking(services, workersOf(services.settings), 500), keepDelivering(services, 500)];
  services.changes?.onJobs(() => loops.forEach(({ wake }) => wake()));
  const linking = keepLinking(services, 1000);
  return {
    stuck: () => loops.flatMap(({ stuck }) => stuck()),
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
      // The others may have recorded something until now.
      await linking.stop();
    },
  };
}
