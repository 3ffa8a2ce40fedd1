import type { Services } from '#core/services.ts';
import { sql } from '#database/sql.ts';
import { keepRunning, type Loop } from './keep-running.ts';
import type { Worker } from './worker.ts';
import { errorClass, errorFields } from '#core/log.ts';
import { type ClaimedWork, claimWork, deadLetterWork, finishWork, postponeWork, retryWork } from './due-work.ts';
import { createRunner, type Runner } from './runner.ts';

/** Does due work, looked for every `pause` milliseconds and whenever a piece ends, until it is stopped; stopping waits for what is being done. */
export function keepWorking(services: Services, workers: readonly Worker[], pause: number): Loop {
  const create = (onEnd: () => void) => createDueWorkRunner(services, workers, onEnd);
  const idle = async () => (services.changes?.hearsOfJobs() ? untilDue(services, pause) : pause);
  return keepRunning(services, { what: 'due work', pause, idle, create });
}

/** Milliseconds between two polls where notifications arrive: for a job without one, and for one whose process died. */
const longestIdle = 5_000;

/** Milliseconds until a waiting job is due; `pause` when one is due that has no room or no worker here. */
async function untilDue({ database, clock }: Services, pause: number): Promise<number> {
  const [next] = await database.query<{ at: Date | null }>(
    sql`SELECT min(due_at) AS at FROM due_work WHERE lane IS NULL AND claimed_until IS NULL AND due_at < 'infinity'`,
  );
  const left = next?.at ? next.at.getTime() - clock.now().getTime() : longestIdle;
  return left <= 0 ? pause : Math.min(left, longestIdle);
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
 * A job that fails is retried later, and dead-lettered once it failed too often in a row.
 */
export function createDueWorkRunner(services: Services, workers: readonly Worker[], onEnd?: () => void): Runner {
  const byKind = new Map(workers.map((worker) => [worker.kind, worker]));
  const { database, clock } = services;
  const claim = async (underWay: readonly ClaimedWork[]): Promise<ClaimedWork[]> => {
    const rooms = workers.map(({ kind, atOnce = usualAtOnce[database.kind] }) => ({
      kind,
      room: atOnce - underWay.filter((work) => work.kind === kind).length,
    }));
    return claimWork(database, { clock, lease, rooms: rooms.filter(({ room }) => room > 0) });
  };
  const run = async (work: ClaimedWork) => {
    const worker = byKind.get(work.kind);
    if (worker) await runOne(services, worker, work);
  };
  return createRunner({ claim, run }, onEnd);
}

/** A job that could not be given back, because the database is away, is claimed again when its lease ends. */
async function runOne(services: Services, worker: Worker, work: ClaimedWork): Promise<void> {
  const { database, clock } = services;
  const { mostFailures = usualMostFailures } = worker;
  // Its processes ended before they could count a failure: it may be the job that ends them.
  if (work.failures >= mostFailures) return deadLetter(services, work, endedProcess);
  try {
    const outcome = await inTime(worker.run(services, work));
    if (!outcome) return await finishWork(database, work);
    // Work that asks to be called again is never due at once: the loop would not end.
    const dueAt = new Date(Math.max(outcome.againAt.getTime(), clock.now().getTime() + 1));
    await postponeWork(database, work, dueAt, outcome.payload);
  } catch (error) {
    const failed = { ...work, failures: work.failures + 1 };
    await (failed.failures >= mostFailures ? deadLetter : retry)(services, failed, error);
  }
}

const usualMostFailures = 50;
const endedProcess = Object.assign(new Error('Every process that tried it ended.'), { name: 'ProcessEnded' });

async function retry(services: Services, work: ClaimedWork, error: unknown): Promise<void> {
  const { database, clock, log } = services;
  const { kind, workId, attempts, failures } = work;
  log.error('due work failed', { kind, workId, attempts, failures, ...errorFields(error) });
  const at = clock.now();
  const dueAt = new Date(at.getTime() + backOff(failures));
  const given = retryWork(database, work, { failures, lastError: errorClass(error), at, dueAt });
  await given.catch((reason: unknown) => notGivenBack(services, work, reason));
}

async function deadLetter(services: Services, work: ClaimedWork, error: unknown): Promise<void> {
  const { database, clock, log } = services;
  const { kind, workId, attempts, failures } = work;
  log.error('due work dead-lettered', { kind, workId, attempts, failures, ...errorFields(error) });
  const kept = deadLetterWork(database, work, { failures, lastError: errorClass(error), at: clock.now() });
  await kept.catch((reason: unknown) => notGivenBack(services, work, reason));
}

const notGivenBack = ({ log }: Services, { kind, workId }: ClaimedWork, reason: unknown): void =>
  log.error('due work could not be given back', { kind, workId, ...errorFields(reason) });

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
function backOff(failures: number): number {
  return Math.min(300_000, 1000 * 2 ** Math.min(failures - 1, 20));
}
