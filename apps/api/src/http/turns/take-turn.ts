import type { Kernel } from '#http/kernel.ts';
import type { Problem } from '#core/problem.ts';
import { databaseUnavailable } from '#http/problem-response.ts';

/** The caller in the queue, and a signal that aborts when it disconnects. */
export interface Turn {
  who: string;
  gone: AbortSignal;
}

/** Runs a part of a call in its caller's turn, with a timeout. */
export function takeTurn<T>(
  { turns, giveUpAfter }: Kernel,
  { who, gone }: Turn,
  work: (leave: () => void) => Promise<T>,
  giveUp: () => Problem = databaseUnavailable,
): Promise<T> {
  const inTurn = (over: AbortSignal) => {
    const begin = async (leave: () => void) => {
      // The caller already got a response saying that nothing was changed, so nothing may happen now.
      over.throwIfAborted();
      return work(leave);
    };
    return turns(who, begin, gone);
  };
  return inTime(giveUpAfter, inTurn, giveUp);
}

/** Rejects after a timeout instead of hanging; `over` is then aborted. */
export async function inTime<T>(
  milliseconds: number,
  work: (over: AbortSignal) => Promise<T>,
  giveUp: () => Problem = databaseUnavailable,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new AbortController();
  const working = work(over.signal);
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      over.abort();
      reject(giveUp());
      // The caller already has a response, so this one is never read: an export would hold its slot forever.
      working.then((value) => value instanceof Response && void value.body?.cancel()).catch(() => undefined);
    }, milliseconds);
  });
  try {
    return await Promise.race([working, late]);
  } finally {
    clearTimeout(timer);
  }
}
