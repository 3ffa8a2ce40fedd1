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
export function createFairQueue({ atOnce, waiting, waitingEach, crowded, full }: Bounds): FairQueue {
  // In order of turns: whoever was served goes to the end.
  const lines = new Map<string, Line>();
  let running = 0;
  let inLine = 0;

  function startNext(): void {
    for (const [from, line] of lines) {
      if (running >= atOnce) return;
      const piece = line.running === 0 || from === own ? line.pieces.shift() : undefined;
      if (!piece) continue;
      inLine -= 1;
      running += 1;
      line.running += 1;
      piece.start();
    }
  }

  function takePlace(from: string, line: Line, piece: Piece): void {
    if (from !== own && line.pieces.length >= waitingEach) throw crowded();
    if (inLine >= waiting) {
      const longest = [...lines.values()].reduce((one, other) =>
        other.pieces.length > one.pieces.length ? other : one,
      );
      if (longest.pieces.length <= line.pieces.length + 1) throw full();
      longest.pieces.pop()?.refuse(full());
      inLine -= 1;
    }
    line.pieces.push(piece);
    inLine += 1;
  }

  return async (from = own, work) => {
    const line = lines.get(from) ?? { running: 0, pieces: [] };
    lines.set(from, line);
    try {
      await new Promise<void>((start, refuse) => {
        takePlace(from, line, { start, refuse });
        startNext();
      });
    } catch (error) {
      if (line.running === 0 && line.pieces.length === 0) lines.delete(from);
      throw error;
    }
    try {
      return await work();
    } finally {
      running -= 1;
      line.running -= 1;
      lines.delete(from);
      if (line.running > 0 || line.pieces.length > 0) lines.set(from, line);
      startNext();
    }
  };
}

const own = '';
