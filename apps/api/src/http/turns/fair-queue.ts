import { Problem, tooMany } from '#core/problem.ts';

/** Calls that are answered at once in one process. A screen asks for six, and has them while nobody else is answered. */
const atOnce = 32;
const besideOthers = 3;
const alone = 6;
const waiting = 2_000;

/**
 * The turns in which calls are answered: whoever sends hundreds at once waits for their own, and nobody else does. As many
 * of one caller wait as they may call in a second; beyond that 429, and 503 when nobody has a place left.
 */
export function createCallTurns(callsPerSecond: number): FairQueue {
  return createFairQueue({ atOnce, besideOthers, alone, isTimed, waiting, waitingEach: callsPerSecond, crowded, full });
}

/**
 * The places of calls that ask an account provider, which they hold until they end, while their turn is given back. A slow provider so
 * holds up to a hundred calls, few of one caller; the others wait for a place before anything is written, and are refused as in the line
 * of all calls.
 */
export function createProviderTurns(callsPerSecond: number): FairQueue {
  const bounds = { atOnce: 100, besideOthers: 6, alone: 12, waiting, waitingEach: callsPerSecond };
  return createFairQueue({ ...bounds, crowded, full });
}

/** Behind an address there may be many people. */
const isTimed = (from: string): boolean => from.startsWith('person ');

const crowded = (): Problem => tooMany('Too many calls at once. Please slow down.', 1);

const full = (): Problem =>
  new Problem(503, 'Too many calls are waiting. Nothing was changed. Please try again.', {
    headers: { 'retry-after': '2' },
  });

/** No one reads this: it only appears in the log. */
export const callerGone = (): Problem =>
  new Problem(499, 'The caller went away before this was done. Nothing was changed.', {
    statusName: 'CLIENT_CLOSED_REQUEST',
  });

interface Bounds {
  /** Pieces that run at once. */
  atOnce: number;
  /** Of them those of one caller: beside others' few, so that none of theirs waits for a crowd, and while nobody else asks. */
  besideOthers: number;
  alone: number;
  /** Whether a caller gets a quarter of the time beside others; left out, nobody's time is counted. */
  isTimed?: (from: string) => boolean;
  /** Places in the whole line, and of them those of one caller. */
  waiting: number;
  waitingEach: number;
  /** What one is refused with whose own places are taken, and one for whom there is none at all. */
  crowded: () => Error;
  full: () => Error;
}
interface Piece {
  start: () => void;
  refuse: (error: Error) => void;
}
interface Line {
  running: number;
  pieces: Piece[];
  /** Milliseconds of work beyond a caller's share, as they stood at `at`. */
  spent: number;
  at: number;
}
/**
 * Runs a piece of work when it is its turn. `from` is whose turn; left out, the process's own. A piece that waits for something outside
 * this process calls `leave` before it does: the rest of it runs without a turn. Work is never begun once `gone` was aborted.
 */
export type FairQueue = <T>(
  from: string | undefined,
  work: (leave: () => void) => Promise<T>,
  gone?: AbortSignal,
) => Promise<T>;

/** The share of the time that a caller may be worked for beside others, and the milliseconds of work they may have before that counts. */
const share = 0.25;
const free = 125;
/** Milliseconds in which who has asked is still there. */
const presence = 1000;

/**
 * A queue that serves callers in turn. When every place is taken, the caller
 * with the longest line gives its last one up to a caller that has none.
 */
export function createFairQueue(bounds: Bounds): FairQueue {
  const lines = new Lines(bounds);
  return async (from = own, work, gone) => {
    await new Promise<void>((start, refuse) => lines.join(from, { start, refuse }, gone));
    const begun = lines.worked();
    let hasLeft = false;
    const leave = () => {
      if (!hasLeft) lines.leave(from, lines.worked() - begun);
      hasLeft = true;
    };
    try {
      return await work(leave);
    } finally {
      leave();
    }
  };
}

/** The process's own pieces: nobody's crowd. */
const own = '';

class Lines {
  readonly #bounds: Bounds;
  /** In order of turns: whoever was served goes to the end. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #waiting = 0;
  /** Who was served last, and the last one before that was somebody else. */
  #served = { from: own, at: 0 };
  #servedBefore = { from: own, at: 0 };
  /** Milliseconds of work that each of those running has had since the start: what runs side by side shares the time. */
  #worked = { each: 0, at: performance.now() };
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  join(from: string, piece: Piece, gone: AbortSignal | undefined): void {
    if (gone?.aborted) return piece.refuse(callerGone());
    const { waiting, waitingEach, crowded, full } = this.#bounds;
    const line = this.#lines.get(from) ?? { running: 0, pieces: [], spent: 0, at: performance.now() };
    if (from !== own && line.pieces.length >= waitingEach) return piece.refuse(crowded());
    if (this.#waiting >= waiting && !this.#takeFromLongest(line)) return piece.refuse(full());
    line.pieces.push(piece);
    this.#waiting += 1;
    this.#lines.set(from, line);
    gone?.addEventListener('abort', () => this.#drop(line, piece), { once: true });
    this.#startNext();
  }

  /** A piece that has begun goes on. */
  #drop(line: Line, piece: Piece): void {
    const at = line.pieces.indexOf(piece);
    if (at < 0) return;
    line.pieces.splice(at, 1);
    this.#waiting -= 1;
    piece.refuse(callerGone());
  }

  worked(): number {
    const now = performance.now();
    const each = this.#worked.each + (this.#running === 0 ? 0 : (now - this.#worked.at) / this.#running);
    this.#worked = { each, at: now };
    return each;
  }

  leave(from: string, took: number): void {
    const line = this.#lines.get(from);
    this.#running -= 1;
    if (line) {
      line.running -= 1;
      // What takes longer waits for somebody else, a provider perhaps, and works nobody.
      if (this.#bounds.isTimed?.(from)) line.spent = this.#spentOf(line) + Math.min(took, free);
      line.at = performance.now();
      this.#lines.delete(from);
      this.#lines.set(from, line);
    }
    this.#startNext();
  }

  #startNext(): void {
    clearTimeout(this.#timer);
    for (const [from, line] of this.#lines) {
      if (this.#running >= this.#bounds.atOnce) return;
      const piece = this.#mayStart(from, line) ? line.pieces.shift() : undefined;
      if (piece) this.#start(from, line, piece);
      else if (line.running + line.pieces.length + this.#spentOf(line) === 0) this.#lines.delete(from);
    }
    // Nobody's end starts those who rest.
    if (this.#waiting > 0) this.#timer = setTimeout(() => this.#startNext(), 10);
  }

  #start(from: string, line: Line, piece: Piece): void {
    this.worked();
    this.#waiting -= 1;
    this.#running += 1;
    line.running += 1;
    if (this.#served.from !== from) this.#servedBefore = this.#served;
    this.#served = { from, at: performance.now() };
    piece.start();
  }

  #mayStart(from: string, line: Line): boolean {
    if (from === own) return true;
    const { besideOthers, alone } = this.#bounds;
    const other = this.#served.from === from ? this.#servedBefore : this.#served;
    const isAlone = other.at === 0 || performance.now() - other.at > presence;
    return isAlone ? line.running < alone : line.running < besideOthers && this.#spentOf(line) <= free;
  }

  #spentOf({ spent, at }: Line): number {
    return Math.max(0, spent - share * (performance.now() - at));
  }

  #takeFromLongest(line: Line): boolean {
    const all = [...this.#lines.values()];
    const longest = all.reduce((one, other) => (other.pieces.length > one.pieces.length ? other : one), line);
    if (longest.pieces.length <= line.pieces.length + 1) return false;
    longest.pieces.pop()?.refuse(this.#bounds.full());
    this.#waiting -= 1;
    return true;
  }
}
