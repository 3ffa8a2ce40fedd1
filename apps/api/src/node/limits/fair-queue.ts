type Bounds = {
  /** Pieces that run at once. Of one address one runs, so that another's never waits for a crowd. */
  atOnce: number;
  /** Places in the whole line, and of them those of one address. */
  waiting: number;
  waitingEach: number;
  /** What one is refused with whose own places are taken, and one for whom there is none at all. */
  crowded: () => Error;
  full: () => Error;
};
type Piece = { start: () => void; refuse: (error: Error) => void };
type Line = { running: number; pieces: Piece[] };
/** Runs a piece of work when it is its turn. `from` is whose turn; left out, the process's own. */
export type FairQueue = <T>(from: string | undefined, work: () => Promise<T>) => Promise<T>;

/**
 * A queue that serves addresses in turn. When every place is taken, the address with the longest line gives its last one up
 * to an address that has none.
 */
export function createFairQueue(bounds: Bounds): FairQueue {
  const lines = new Lines(bounds);
  return async (from = own, work) => {
    await new Promise<void>((start, refuse) => lines.join(from, { start, refuse }));
    try {
      return await work();
    } finally {
      lines.leave(from);
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

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  join(from: string, piece: Piece): void {
    const { waiting, waitingEach, crowded, full } = this.#bounds;
    const line = this.#lines.get(from) ?? { running: 0, pieces: [] };
    if (from !== own && line.pieces.length >= waitingEach) return piece.refuse(crowded());
    if (this.#waiting >= waiting && !this.#takeFromLongest(line)) return piece.refuse(full());
    line.pieces.push(piece);
    this.#waiting += 1;
    this.#lines.set(from, line);
    this.#startNext();
  }

  leave(from: string): void {
    const line = this.#lines.get(from);
    this.#running -= 1;
    this.#lines.delete(from);
    if (line) {
      line.running -= 1;
      if (line.running > 0 || line.pieces.length > 0) this.#lines.set(from, line);
    }
    this.#startNext();
  }

  #startNext(): void {
    for (const [from, line] of this.#lines) {
      if (this.#running >= this.#bounds.atOnce) return;
      const piece = line.running === 0 || from === own ? line.pieces.shift() : undefined;
      if (!piece) continue;
      this.#waiting -= 1;
      this.#running += 1;
      line.running += 1;
      piece.start();
    }
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
