import { serverStops, tooMany } from '#core/problem.ts';

/** Maximum concurrent streams and waiting calls per process: of one user or application, of one address, and in total. */
export const mostStreams = { person: 6, address: 300, all: 10_000 };

interface Holder {
  userAccountId: string;
  address: string | null;
}

export interface Seats {
  /** Returns a function that leaves the seat; 429 when there are too many, 503 while this process is stopping. */
  take: (holder: Holder, refusal: string) => () => void;
  /** Throws as `take` would. */
  refuseWhenFull: (holder: Holder, refusal: string) => void;
  close: () => void;
}

/** Counts open connections, so that streams and waiting calls share one limit. */
export function createSeats(): Seats {
  const taken = new Map<string, number>();
  const count = (key: string): number => taken.get(key) ?? 0;
  const add = (key: string, more: 1 | -1): void => {
    const now = count(key) + more;
    if (now === 0) taken.delete(key);
    else taken.set(key, now);
  };
  let isOver = false;
  const keysOf = ({ userAccountId, address }: Holder) => ({
    all: 'all',
    person: `person ${userAccountId}`,
    ...(address !== null && { address: `address ${address}` }),
  });
  const refuseWhenFull: Seats['refuseWhenFull'] = (holder, refusal) => {
    if (isOver) throw serverStops();
    for (const [kind, key] of Object.entries(keysOf(holder)))
      if (count(key) >= mostStreams[kind as keyof typeof mostStreams]) throw tooMany(refusal, 60);
  };
  return {
    refuseWhenFull,
    take: (holder, refusal) => {
      refuseWhenFull(holder, refusal);
      const keys = Object.values(keysOf(holder));
      for (const key of keys) add(key, 1);
      let hasLeft = false;
      return () => {
        if (!hasLeft) for (const key of keys) add(key, -1);
        hasLeft = true;
      };
    },
    close: () => void (isOver = true),
  };
}
