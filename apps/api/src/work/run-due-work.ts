import type { Services } from '#http/services.ts';
import { errorFields } from '#http/telemetry/log.ts';
import { claimWork, finishWork, postponeWork } from './claim-work.ts';
import type { DueWork, Worker } from './worker.ts';

/** How long one process keeps what it claimed, in milliseconds; after its death another takes over. */
const lease = 60_000;
const batch = 20;

/**
 * Does everything that is due now, oldest first, and answers how many pieces. Any number of instances may run it at once.
 * One piece that fails is tried again later and holds nothing else up.
 */
export async function runDueWork(services: Services, workers: readonly Worker[]): Promise<number> {
  const byKind = new Map(workers.map((worker) => [worker.kind, worker]));
  for (let done = 0; ;) {
    const at = services.clock.now();
    const claimed = await claimWork(services.database, { at, until: new Date(at.getTime() + lease), most: batch });
    if (claimed.length === 0) return done;
    for (const work of claimed) await runOne(services, byKind.get(work.kind), work);
    done += claimed.length;
  }
}

async function runOne(services: Services, worker: Worker | undefined, work: DueWork): Promise<void> {
  const { database, clock, log } = services;
  try {
    if (!worker) throw new Error(`Nobody does work of the kind ${work.kind}.`);
    const outcome = await worker.run(services, work);
    if (!outcome) return await finishWork(database, work);
    // Work that asks to be called again is never due at once: the loop would not end.
    const dueAt = new Date(Math.max(outcome.againAt.getTime(), clock.now().getTime() + 1));
    await postponeWork(database, work, dueAt);
  } catch (error) {
    log.error('due work failed', {
      kind: work.kind,
      workId: work.workId,
      attempts: work.attempts,
      ...errorFields(error),
    });
    const dueAt = new Date(clock.now().getTime() + backOff(work.attempts));
    await postponeWork(database, work, dueAt);
  }
}

/** Milliseconds until the next try: 1 s, doubled up to 5 min. */
function backOff(attempts: number): number {
  return Math.min(300_000, 1000 * 2 ** Math.min(attempts - 1, 20));
}
