import type { Client, Write } from '#proofs/client.ts';

/** A write with the time of its response, in milliseconds. */
export interface Acknowledged {
  write: Write;
  at: number;
}

export interface Load {
  /** Waits for this many more acknowledged writes. */
  acknowledge: (more: number) => Promise<void>;
  /** Resolves when the writes in progress have been answered. */
  stop: () => Promise<Acknowledged[]>;
}

let planned = 0;

/** Starts this many clients, each of which writes sequentially until it is stopped. */
export function beginLoad(client: Client, clients: number): Load {
  const done: Acknowledged[] = [];
  let isOver = false;
  const work = async () => {
    while (!isOver) {
      const write = client.plan((planned += 1));
      write.answer = await client.send(write);
      done.push({ write, at: Date.now() });
    }
  };
  const working = Promise.all(Array.from({ length: clients }, work));
  // Callers that wait get the rejection below; this handler prevents an unhandled rejection when none is waiting yet.
  working.catch(() => (isOver = true));
  return {
    acknowledge: async (more) => {
      for (const wanted = done.length + more; done.length < wanted && !isOver;)
        await new Promise((resolve) => setTimeout(resolve, 20));
      if (isOver) await working;
    },
    stop: async () => {
      isOver = true;
      await working;
      return done;
    },
  };
}

/** The longest period without an acknowledged write, in milliseconds. */
export const longestGap = (done: readonly Acknowledged[]): number =>
  Math.max(0, ...done.slice(1).map(({ at }, place) => at - (done[place]?.at ?? at)));
