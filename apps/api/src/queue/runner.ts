export interface Runner {
  /** Starts due work for which there is room; returns how many jobs it started. */
  begin: () => Promise<number>;
  /** Runs until nothing is due and nothing is running; returns how many jobs it started. */
  finish: () => Promise<number>;
  /** Waits for running work and starts nothing more. */
  stop: () => Promise<void>;
}

interface Work<Piece> {
  /** Claims due work for which there is room, given the running work. */
  claim: (underWay: readonly Piece[]) => Promise<readonly Piece[]>;
  /** Runs one job; it handles its own failures and never throws. */
  run: (piece: Piece) => Promise<void>;
}

/** Runs claimed pieces side by side; `onEnd` is called whenever one ends, for then there is room for another. */
export function createRunner<Piece>({ claim, run }: Work<Piece>, onEnd: () => void = () => undefined): Runner {
  const underWay = new Map<Promise<void>, Piece>();
  let isStopping = false;
  let ended = 0;
  const begin = async (): Promise<number> => {
    if (isStopping) return 0;
    const claimed = await claim([...underWay.values()]);
    for (const piece of claimed) {
      const running = run(piece).finally(() => {
        underWay.delete(running);
        ended += 1;
        onEnd();
      });
      underWay.set(running, piece);
    }
    return claimed.length;
  };
  const finish = async (): Promise<number> => {
    for (let all = 0; ;) {
      const before = ended;
      const begun = await begin();
      all += begun;
      if (underWay.size > 0) await Promise.race(underWay.keys());
      // A job that ended during the poll may have left room for more.
      else if (begun === 0 && ended === before) return all;
    }
  };
  const stop = async () => {
    isStopping = true;
    await Promise.all(underWay.keys());
  };
  return { begin, finish, stop };
}
