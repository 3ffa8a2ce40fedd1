import { Problem, tooMany } from '#core/problem.ts';

/** Concurrent calls in one process. A screen makes six calls, which run concurrently while no other caller is active. */
const concurrency = 32;
const besideOthers = 3;
const alone = 6;
const waiting = 2_000;

/**
 * The queue of calls: a caller that sends hundreds of concurrent calls waits for its own calls and delays no other. A
 * caller can have as many waiting calls as it may make per second; beyond that 429, and 503 when the whole queue is
 * full.
 */
export function createCallTurns(callsPerSecond: number): FairQueue {
  return createFairQueue({
    concurrency,
    besideOthers,
    alone,
    isTimed,
    waiting,
    waitingEach: callsPerSecond,
    crowded,
    full,
  });
}

/**
 * Slots of calls to account providers: a slow provider can have up to a hundred of them unanswered, few per caller.
 * Others wait for a slot without holding a turn, and are rejected as in the queue of all calls.
 */
export function createProviderTurns(callsPerSecond: number): FairQueue {
  const bounds = { concurrency: 100, besideOthers: 6, alone: 12, waiting, waitingEach: callsPerSecond };
  return createFairQueue({ ...bounds, crowded, full });
}

/** Only users are timed: many users can share an address. */
const isTimed = (from: string): boolean => from.startsWith('person ');

const crowded = (): Problem => tooMany('Too many calls at once. Please slow down.', 1);

const full = (): Problem =>
  new Problem(503, 'Too many calls are waiting. Nothing was changed. Please try again.', {
    headers: { 'retry-after': '2' },
  });

/** Never read by the caller: it only appears in the log. */
export const callerGone = (): Problem =>
  new Problem(499, 'The caller went away before this was done. Nothing was changed.', {
    statusName: 'CLIENT_CLOSED_REQUEST',
  });

interface Bounds {
  /** Pieces that run at the same time. */
  concurrency: number;
  /**
   * The most pieces of one caller: `besideOthers` while others are active, so that they need not wait. A timed caller with much
   * work then runs one piece at a time: others wait for the rest of one piece, not of three.
   */
  besideOthers: number;
  alone: number;
  /** Whether a caller is limited to a quarter of the time while others are active; by default no time is counted. */
  isTimed?: (from: string) => boolean;
  /** Maximum length of the whole queue, and of one caller's line. */
  waiting: number;
  waitingEach: number;
  /** The error when the caller's line is full, and when the whole queue is full. */
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
  /** Milliseconds of work beyond the caller's share, as of `at`. */
  spent: number;
  at: number;
  /** When the caller's next piece may start. */
  next: number;
}
/**
 * Runs a piece of work when it is its turn. `from` identifies the caller; undefined is the process itself. A piece calls `leave`
 * before it waits for an external system; the rest of it runs without a turn. With a pause in milliseconds, the caller's next
 * piece starts only after it. Work does not start once `gone` was aborted.
 */
export type FairQueue = <T>(
  from: string | undefined,
  work: (leave: (pause?: number) => void) => Promise<T>,
  gone?: AbortSignal,
) => Promise<T>;

/** A timed caller's share of the time while others are active, and the milliseconds of work that are not counted. */
const share = 0.25;
const free = 125;
/** A caller counts as active for this many milliseconds after a request. */
const presence = 1000;

/** Serves callers in turn. When full, the longest line loses its last place to a caller that has none. */
export function createFairQueue(bounds: Bounds): FairQueue {
  const lines = new Lines(bounds);
  return async (from = own, work, gone) => {
    await new Promise<void>((start, refuse) => lines.join(from, { start, refuse }, gone));
    const begun = lines.worked();
    let hasLeft = false;
    const leave = (pause = 0) => {
      if (!hasLeft) lines.leave(from, lines.worked() - begun, pause);
      hasLeft = true;
    };
    try {
      return await work(leave);
    } finally {
      leave();
    }
  };
}

/** The key of the process's own work, which is not limited per caller. */
const own = '';

class Lines {
  readonly #bounds: Bounds;
  /** In order of turns: a caller that was served moves to the end. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #waiting = 0;
  /** The caller served last, and the last one before it that was a different caller. */
  #served = { from: own, at: 0 };
  #servedBefore = { from: own, at: 0 };
  /** Milliseconds of work that each running piece has had since the start: concurrent pieces share the time. */
  #worked = { each: 0, at: performance.now() };
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  join(from: string, piece: Piece, gone: AbortSignal | undefined): void {
    if (gone?.aborted) return piece.refuse(callerGone());
    const { waiting, waitingEach, crowded, full } = this.#bounds;
    const line = this.#lines.get(from) ?? { running: 0, pieces: [], spent: 0, at: performance.now(), next: 0 };
    if (from !== own && line.pieces.length >= waitingEach) return piece.refuse(crowded());
    if (this.#waiting >= waiting && !this.#takeFromLongest(line)) return piece.refuse(full());
    line.pieces.push(piece);
    this.#waiting += 1;
    this.#lines.set(from, line);
    gone?.addEventListener('abort', () => this.#drop(line, piece), { once: true });
    this.#startNext();
  }

  /** A piece that has begun continues. */
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

  leave(from: string, took: number, pause: number): void {
    const line = this.#lines.get(from);
    this.#running -= 1;
    if (line) {
      line.running -= 1;
      // A longer duration means that it waited for something external, such as a provider, and used no CPU. When the
      // database or the process paused, all pieces of the moment did: they cost half a second of waiting at most.
      if (this.#bounds.isTimed?.(from)) line.spent = Math.min(this.#spentOf(line) + Math.min(took, free), 2 * free);
      line.at = performance.now();
      line.next = Math.max(line.next, line.at + pause);
      this.#lines.delete(from);
      this.#lines.set(from, line);
    }
    this.#startNext();
  }

  #startNext(): void {
    clearTimeout(this.#timer);
    for (const [from, line] of this.#lines) {
      if (this.#running >= this.#bounds.concurrency) return;
      const piece = this.#mayStart(from, line) ? line.pieces.shift() : undefined;
      if (piece) this.#start(from, line, piece);
      else if (line.running + line.pieces.length + this.#spentOf(line) === 0 && !isPausing(line))
        this.#lines.delete(from);
    }
    // A caller that used up its share or pauses is not started by another's end, so check again soon.
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
    if (isPausing(line)) return false;
    const { besideOthers, alone } = this.#bounds;
    const other = this.#served.from === from ? this.#servedBefore : this.#served;
    const isAlone = other.at === 0 || performance.now() - other.at > presence;
    if (isAlone) return line.running < alone;
    const spent = this.#spentOf(line);
    return spent <= free && line.running < (spent > free / 2 ? 1 : besideOthers);
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

const isPausing = ({ next }: Line): boolean => performance.now() < next;
