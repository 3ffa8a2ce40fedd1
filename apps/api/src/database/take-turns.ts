/** Milliseconds of statements after which everything else of the process gets a turn. */
const most = 8;

/** Runs something in the next turn of the event loop; a browser has no setImmediate. */
const { setImmediate: soon = setTimeout } = globalThis as { setImmediate?: (run: () => void) => unknown };
const loopTurn = () => new Promise<void>((resolve) => void soon(resolve));

export type Turns = {
  /** Before a statement: lets sockets and timers go first, where the statements before it took long. */
  turn: () => Promise<void>;
  /** Runs work after all that was asked before it, with a turn before it and one before what is made of its answer. */
  inLine: <T>(work: () => Promise<T>) => Promise<T>;
};

/**
 * The embedded database works in this thread and answers without ever leaving it: statement would follow statement, and no socket or
 * timer be served until nobody asks any more.
 */
export function createTurns(): Turns {
  let since = performance.now();
  let last: Promise<unknown> = Promise.resolve();
  const turn = async () => {
    if (performance.now() - since < most) return;
    await loopTurn();
    since = performance.now();
  };
  return {
    turn,
    inLine: (work) => {
      const own = last.then(turn).then(work);
      last = own.catch(() => undefined);
      return own.finally(turn);
    },
  };
}
