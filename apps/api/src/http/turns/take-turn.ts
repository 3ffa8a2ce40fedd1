import type { Kernel } from '#http/kernel.ts';
import type { Problem } from '#core/problem.ts';
import { databaseUnavailable } from '#http/problem-response.ts';

/** Whose turn it is, and whether they still wait for their answer. */
export interface Turn {
  who: string;
  gone: AbortSignal;
}

interface Taken {
  /** Whether it waits for an account provider, and so needs a place among those that do. */
  asksProviders?: boolean;
  /** What the caller is answered when the time is over. */
  giveUp?: () => Problem;
}

/** Does a piece of a call when it is its caller's turn, and gives up instead of hanging. */
export function takeTurn<T>(
  { turns, providerTurns, giveUpAfter }: Kernel,
  { who, gone }: Turn,
  work: (leave: () => void) => Promise<T>,
  { asksProviders = false, giveUp = databaseUnavailable }: Taken = {},
): Promise<T> {
  const inTurn = (over: AbortSignal) => {
    const begin = async (leave: () => void) => {
      // The caller was answered that nothing was changed: nothing may happen afterwards.
      over.throwIfAborted();
      return work(leave);
    };
    return turns(who, begin, gone);
  };
  const inPlace = (over: AbortSignal) => (asksProviders ? providerTurns(who, () => inTurn(over), gone) : inTurn(over));
  return inTime(giveUpAfter, inPlace, giveUp);
}

/** Answers a refusal instead of hanging when something below does not come back; `over` says that it did. */
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
      // The caller has its answer, so nothing reads this one: an export would hold its slot for ever.
      working.then((value) => value instanceof Response && void value.body?.cancel()).catch(() => undefined);
    }, milliseconds);
  });
  try {
    return await Promise.race([working, late]);
  } finally {
    clearTimeout(timer);
  }
}
