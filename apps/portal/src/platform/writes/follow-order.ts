/** A payout or refund as a call that follows it returns it. */
export interface Order {
  status: string;
  /** Why it was refused or cancelled, in the provider's words. */
  words?: string | null | undefined;
}

/** Reads an order again; undefined while the answer does not contain it. */
export type ReadOrder = (signal: AbortSignal) => Promise<Order | undefined>;

/** How long an order is followed after the answer, in milliseconds. */
export const followedMs = 5_000;
const firstPauseMs = 250;
const longestPauseMs = 1_000;

interface Following {
  read: ReadOrder;
  /** Ends the following early. */
  leaving: AbortSignal;
  /** Called after each attempt to read the order. */
  onRead: (isOnline: boolean) => void;
}

/**
 * Reads an order until it is no longer in progress; undefined when it still is after five seconds, or when the user
 * left. A read that fails says nothing about the order. A hidden page reads nothing.
 */
export async function followOrder({ read, leaving, onRead }: Following): Promise<Order | undefined> {
  const over = new AbortController();
  const end = () => over.abort();
  const timer = setTimeout(end, followedMs);
  leaving.addEventListener('abort', end);
  if (leaving.aborted) end();
  try {
    for (let ms = firstPauseMs; ; ms = Math.min(ms * 2, longestPauseMs)) {
      await pause(ms, over.signal);
      if (over.signal.aborted) return undefined;
      if (document.hidden) continue;
      const order = await read(over.signal).catch(() => undefined);
      onRead(order !== undefined || navigator.onLine);
      if (order && order.status !== 'IN_PROGRESS') return order;
    }
  } finally {
    clearTimeout(timer);
    leaving.removeEventListener('abort', end);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    if (signal.aborted) resolve();
  });
}
