import type { Services } from '#core/services.ts';
import { keepRunning } from './keep-running.ts';
import type { DueWork, Worker } from './worker.ts';
import { errorFields } from '#core/log.ts';
import { claimWork, finishWork, postponeWork } from './due-work.ts';
import { createRunner, type Runner } from './runner.ts';

/** Does due work, looked for every `pause` milliseconds and whenever a piece ends, until it is stopped; stopping waits for what is being done. */
export function keepWorking(
  services: Services,
  workers: readonly Worker[],
  pause: number,
): { stop: () => Promise<void> } {
  const create = (onEnd: () => void) => createDueWorkRunner(services, workers, onEnd);
  return keepRunning(services, { what: 'due work', pause, create });
}

/** How long one process keeps what it claimed, in milliseconds; after its death another takes over. */
const lease = 60_000;
/** How long a piece may take, in milliseconds: it has ended, or was given up, before its lease does. */
const patience = 55_000;

/** Pieces of one kind at a time in one process, where its worker names no number; all of the embedded database's share one connection. */
const usualAtOnce = { postgres: 2, pglite: 1 } as const;

/**
 * Does what is due, each kind beside the others and oldest first, so that neither a flood nor a piece that hangs holds another kind up.
 * Any number of instances may run it at once. Work of a kind that has no worker here is left to those that have one: they are newer.
 * A piece that fails is tried again later.
 */
export function createDueWorkRunner(services: Services, workers: readonly Worker[], onEnd?: () => void): Runner {
  const byKind = new Map(workers.map((worker) => [worker.kind, worker]));
  const { database, clock } = services;
  const claim = async (underWay: readonly DueWork[]): Promise<DueWork[]> => {
    const rooms = workers.map(({ kind, atOnce = usualAtOnce[database.kind] }) => ({
      kind,
      room: atOnce - underWay.filter((work) => work.kind === kind).length,
    }));
    const at = clock.now();
    return claimWork(database, {
      at,
      until: new Date(at.getTime() + lease),
      rooms: rooms.filter(({ room }) => room > 0),
    });
  };
  const run = async (work: DueWork) => {
    const worker = byKind.get(work.kind);
    if (worker) await runOne(services, worker, work);
  };
  return createRunner({ claim, run }, onEnd);
}

/** What could not even be given back, because the database is away, is claimed again once its lease is over. */
async function runOne(services: Services, worker: Worker, work: DueWork): Promise<void> {
  const { database, clock, log } = services;
  const { kind, workId, attempts } = work;
  try {
    const outcome = await inTime(worker.run(services, work));
    if (!outcome) return await finishWork(database, work);
    // Work that asks to be called again is never due at once: the loop would not end.
    const dueAt = new Date(Math.max(outcome.againAt.getTime(), clock.now().getTime() + 1));
    await postponeWork(database, work, dueAt);
  } catch (error) {
    log.error('due work failed', { kind, workId, attempts, ...errorFields(error) });
    const dueAt = new Date(clock.now().getTime() + backOff(attempts));
    await postponeWork(database, work, dueAt).catch((reason: unknown) =>
      log.error('due work could not be given back', { kind, workId, ...errorFields(reason) }),
    );
  }
}

/** A piece that hangs gives its place back; its effect is guarded by the rows it changes, should it go on. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No end within ${patience / 1000} seconds.`)), patience);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds until the next try: 1 s, doubled up to 5 min. */
function backOff(attempts: number): number {
  return Math.min(300_000, 1000 * 2 ** Math.min(attempts - 1, 20));
}
