import type { Services } from '#core/services.ts';
import { sql } from '#database/sql.ts';
import { keepRunning, type Loop } from './keep-running.ts';
import type { Worker } from './worker.ts';
import { errorClass, errorFields } from '#core/log.ts';
import { type ClaimedWork, claimWork, deadLetterWork, finishWork, postponeWork, retryWork } from './due-work.ts';
import { createRunner, type Runner } from './runner.ts';

/** Runs due work, polling every `pause` milliseconds and whenever a job ends, until it is stopped; stopping waits for running jobs. */
export function keepWorking(services: Services, workers: readonly Worker[], pause: number): Loop {
  const create = (onEnd: () => void) => createDueWorkRunner(services, workers, onEnd);
  const idle = async () => (services.changes?.isNotifiedOfJobs() ? untilDue(services, pause) : pause);
  return keepRunning(services, { what: 'due work', pause, idle, create });
}

/** Milliseconds between two polls while notifications arrive: for jobs without a notification, and for jobs whose process died. */
const longestIdle = 5_000;

/** Milliseconds until a waiting job is due; `pause` when one is due that has no room or no worker here. */
async function untilDue({ database, clock }: Services, pause: number): Promise<number> {
  const [next] = await database.query<{ at: Date | null }>(
    sql`SELECT min(due_at) AS at FROM due_work WHERE lane IS NULL AND claimed_until IS NULL AND due_at < 'infinity'`,
  );
  const left = next?.at ? next.at.getTime() - clock.now().getTime() : longestIdle;
  return left <= 0 ? pause : Math.min(left, longestIdle);
}

/** How long a process keeps a claim, in milliseconds; after its death another process takes over. */
const lease = 60_000;
/** The timeout of a job in milliseconds, which is shorter than the lease. */
const patience = 55_000;

/** Pieces of one kind at a time in one process, where its worker names no number; all of the embedded database's share one connection. */
const usualConcurrency = { postgres: 2, pglite: 1 } as const;

/**
 * Runs due work, each kind separately and oldest first, so that neither a flood nor a hanging job delays other kinds. Any number
 * of instances can run concurrently. Work of a kind that has no worker here is left to instances that have one: they are newer. A
 * job that fails is retried later, and dead-lettered after too many consecutive failures.
 */
export function createDueWorkRunner(services: Services, workers: readonly Worker[], onEnd?: () => void): Runner {
  const byKind = new Map(workers.map((worker) => [worker.kind, worker]));
  const { database, clock } = services;
  const claim = async (underWay: readonly ClaimedWork[]): Promise<ClaimedWork[]> => {
    const rooms = workers.map(({ kind, concurrency = usualConcurrency[database.kind] }) => ({
      kind,
      room: concurrency - underWay.filter((work) => work.kind === kind).length,
    }));
    return claimWork(database, { clock, lease, rooms: rooms.filter(({ room }) => room > 0) });
  };
  const run = async (work: ClaimedWork) => {
    const worker = byKind.get(work.kind);
    if (worker) await runOne(services, worker, work);
  };
  return createRunner({ claim, run }, onEnd);
}

/** A job that could not be returned, because the database is unavailable, is claimed again when its lease expires. */
async function runOne(services: Services, worker: Worker, work: ClaimedWork): Promise<void> {
  const { database, clock } = services;
  const { mostFailures = usualMostFailures } = worker;
  // The processes that tried it ended before they could count a failure: the job itself may end them.
  if (work.failures >= mostFailures) return deadLetter(services, work, endedProcess);
  try {
    const outcome = await inTime(worker.run(services, work));
    if (!outcome) return await finishWork(database, work);
    // Work that asks to run again is never due immediately: the loop would not end.
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

/** A job that hangs releases its slot. Should it continue, its effect is guarded by the rows that it changes. */
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
