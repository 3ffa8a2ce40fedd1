import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Seats } from './seats.ts';

/** An application, and how many events it had when the call looked. */
export interface Feed {
  merchantId: string;
  applicationId: string;
  newest: number;
}

interface Waiting {
  holder: { userAccountId: string; address: string | null };
  feed: Feed;
  milliseconds: number;
  /** Aborts when the caller disconnects. */
  gone: AbortSignal;
}

export interface Waits {
  /**
   * True once the application has a newer event; false after this time, when the caller has disconnected, and when this process
   * stops. Holds no connection. 429 when too many wait.
   */
  awaitEvent: (waiting: Waiting) => Promise<boolean>;
  /** Refuses a call that could not wait, before its query. */
  refuseWhenFull: (holder: Waiting['holder']) => void;
  count: () => number;
  stop: () => void;
}

interface Waiter {
  feed: Feed;
  end: (hasCome: boolean) => void;
}

const crowded = 'Too many calls wait for events already. Nothing is missed: ask without wait.';

/** Looks for all waiting calls of this process together, one query every `look` milliseconds while there are any. */
export function createWaits(queries: Queries, seats: Seats, look: number): Waits {
  const waiters = new Set<Waiter>();
  let looking: ReturnType<typeof setTimeout> | undefined;
  const lookNow = async (): Promise<void> => {
    const asked = [...waiters];
    // A failed query is repeated by the next one, and a call without a newer event ends when its time is up.
    const newest = await readNewest(
      queries,
      asked.map(({ feed }) => feed),
    ).catch(() => new Map<string, number>());
    for (const { feed, end } of asked) if ((newest.get(feed.applicationId) ?? 0) > feed.newest) end(true);
    looking = undefined;
    lookLater();
  };
  const lookLater = (): void => {
    if (waiters.size > 0) looking ??= setTimeout(() => void lookNow(), look);
  };
  return {
    awaitEvent: async (waiting) => {
      const leave = seats.take(waiting.holder, crowded);
      const { waiter, hasCome } = createWaiter(waiting);
      waiters.add(waiter);
      lookLater();
      return hasCome.finally(() => {
        waiters.delete(waiter);
        leave();
      });
    },
    refuseWhenFull: (holder) => seats.refuseWhenFull(holder, crowded),
    count: () => waiters.size,
    stop: () => {
      for (const waiter of waiters) waiter.end(false);
      clearTimeout(looking);
    },
  };
}

function createWaiter({ feed, milliseconds, gone }: Waiting): { waiter: Waiter; hasCome: Promise<boolean> } {
  let resolve: (hasCome: boolean) => void = () => undefined;
  const hasCome = new Promise<boolean>((settle) => (resolve = settle));
  const giveUp = () => end(false);
  const timer = setTimeout(giveUp, milliseconds);
  const end = (isHere: boolean) => {
    clearTimeout(timer);
    gone.removeEventListener('abort', giveUp);
    resolve(isHere);
  };
  if (gone.aborted) giveUp();
  else gone.addEventListener('abort', giveUp);
  return { waiter: { feed, end }, hasCome };
}

async function readNewest({ query }: Queries, feeds: readonly Feed[]): Promise<Map<string, number>> {
  const rows = await query<{ application_id: string; newest: number }>(
    sql`SELECT application_id, newest FROM event_counters
      WHERE merchant_id = ANY(${[...new Set(feeds.map(({ merchantId }) => merchantId))]}::uuid[])
        AND application_id = ANY(${[...new Set(feeds.map(({ applicationId }) => applicationId))]}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.application_id, Number(row.newest)]));
}
