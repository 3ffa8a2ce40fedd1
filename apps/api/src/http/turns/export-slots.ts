import type { Caller } from '#core/tenant.ts';
import type { FileStream } from '#core/files.ts';
import { tooMany } from '#core/problem.ts';
import { readAhead, usualPatience } from './read-ahead.ts';

/** Maximum concurrent exports per process: of one user, of one merchant, and in total. */
const most = { person: 2, merchant: 4, all: 24 };
/** Seconds after which a slot may have become free. */
const retryAfter = 10;

/** Holds an export's slot until its last row is read, it fails, its reader stalls or disconnects. */
export type ExportSlots = (
  caller: Caller,
  merchantId: string | null,
  begin: () => Promise<FileStream>,
) => Promise<FileStream>;

/**
 * Limits concurrent exports with 429 and Retry-After. Exports of one merchant read one batch at a time and, unless the
 * process is quiet, pause in between, so that they do not slow down other callers or other merchants' exports.
 */
export function createExportSlots(patience = usualPatience, isQuiet = () => false): ExportSlots {
  const taken = new Map<string, number>();
  const paces = new Map<string, Pace>();
  const isFull = (key: string, limit: number) => (taken.get(key) ?? 0) >= limit;
  const count = (keys: readonly string[], by: number) => {
    for (const key of keys) {
      const left = (taken.get(key) ?? 0) + by;
      if (left === 0) taken.delete(key);
      else taken.set(key, left);
    }
  };
  return async (caller, merchantId, begin) => {
    const person = `person ${caller.userAccountId}`;
    const merchant = `merchant ${merchantId ?? ''}`;
    if (isFull(person, most.person)) refuse(`You have ${most.person} exports running.`);
    if (merchantId !== null && isFull(merchant, most.merchant)) {
      refuse(`${most.merchant} exports of this merchant are running.`);
    }
    if (isFull('all', most.all)) refuse('Too many exports are running.');
    const keys = ['all', person, ...(merchantId === null ? [] : [merchant])];
    const whose = merchantId === null ? person : merchant;
    const pace = paces.get(whose) ?? createPace(() => taken.get(whose) ?? 0, isQuiet);
    paces.set(whose, pace);
    count(keys, 1);
    const held = new Set(keys);
    const end = () => {
      count([...held], -1);
      held.clear();
      if (!taken.has(whose)) paces.delete(whose);
    };
    try {
      const stream = await begin();
      const ahead = readAhead(inTurn(stream.batches, pace), patience.inAll);
      return { ...stream, batches: untilRead(ahead, end, patience.once) };
    } catch (error) {
      end();
      throw error;
    }
  };
}

function refuse(why: string): never {
  throw tooMany(`${why} Nothing was exported. Try again when one has finished.`, retryAfter);
}

async function* inTurn<T>(batches: AsyncIterable<T>, pace: Pace): AsyncGenerator<T> {
  const iterator = batches[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await pace(() => iterator.next());
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** A reader that reads nothing for `stall` milliseconds loses the slot, the snapshot and the buffered rows. */
async function* untilRead<T>(batches: AsyncGenerator<T>, end: () => void, stall: number): AsyncGenerator<T> {
  try {
    for await (const batch of batches) {
      let isStalled = false;
      const late = setTimeout(() => {
        isStalled = true;
        end();
        void batches.return(undefined);
      }, stall);
      try {
        yield batch;
      } finally {
        clearTimeout(late);
      }
      // The response must fail, so that the rows sent so far do not look like the complete file.
      if (isStalled) throw new Error('The reader of an export took nothing for too long.');
    }
  } finally {
    end();
  }
}

/** Runs pieces of long work one after another with pauses in between. */
type Pace = <T>(piece: () => Promise<T>) => Promise<T>;

/**
 * After each piece it pauses twice the piece's duration. With several running exports of the merchant it is three times
 * for each, so that many exports together get less time than a single one. While the process is quiet, there are no pauses.
 */
export function createPace(countUnderWay: () => number, isQuiet: () => boolean): Pace {
  let free: Promise<unknown> = Promise.resolve();
  return (piece) => {
    let took = 0;
    const own = free.then(async () => {
      const begun = performance.now();
      return piece().finally(() => (took = performance.now() - begun));
    });
    const rest = async () => {
      const underWay = countUnderWay();
      const times = underWay > 1 ? 3 * underWay : 2;
      if (!isQuiet()) await new Promise((resolve) => setTimeout(resolve, times * took));
    };
    free = own.then(rest, rest);
    return own;
  };
}
