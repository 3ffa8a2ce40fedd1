import type { Client, Write } from '#scripts/proofs/client.ts';

/** A write with the time its answer came, in milliseconds. */
export interface Acknowledged {
  write: Write;
  at: number;
}

export interface Load {
  /** Waits for so many more acknowledged writes. */
  acknowledge: (more: number) => Promise<void>;
  /** Ends once what is under way is answered. */
  stop: () => Promise<Acknowledged[]>;
}

let planned = 0;

/** So many clients, each of which writes one after the other, until it is stopped. */
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
  // Whoever waits hears of it; nobody may be waiting yet.
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

/** The longest that no write was acknowledged, in milliseconds. */
export const longestGap = (done: readonly Acknowledged[]): number =>
  Math.max(0, ...done.slice(1).map(({ at }, place) => at - (done[place]?.at ?? at)));
