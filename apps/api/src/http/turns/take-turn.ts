import type { Kernel } from '#http/kernel.ts';
import { databaseUnavailable } from '#http/problem-response.ts';

/** Whose turn it is, and whether they still wait for their answer. */
export interface Turn {
  who: string;
  gone: AbortSignal;
}

/** Does a piece of a call when it is its caller's turn, and gives up instead of hanging. */
export function takeTurn<T>({ turns, giveUpAfter }: Kernel, { who, gone }: Turn, work: () => Promise<T>): Promise<T> {
  return inTime(giveUpAfter, (over) =>
    turns(
      who,
      async () => {
        // Whoever waited too long for the turn was told that nothing is known: nothing may happen afterwards.
        over.throwIfAborted();
        return work();
      },
      gone,
    ),
  );
}

/** Answers 503 instead of hanging when something below does not come back; `over` says that it did. */
export async function inTime<T>(milliseconds: number, work: (over: AbortSignal) => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new AbortController();
  const working = work(over.signal);
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      over.abort();
      reject(databaseUnavailable());
      // Nobody reads what comes now; an export would hold its place for ever.
      working.then((value) => value instanceof Response && void value.body?.cancel()).catch(() => undefined);
    }, milliseconds);
  });
  try {
    return await Promise.race([working, late]);
  } finally {
    clearTimeout(timer);
  }
}
