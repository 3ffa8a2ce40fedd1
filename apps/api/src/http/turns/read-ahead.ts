/** Milliseconds that an export waits for its caller to take a batch: at a time (export-places.ts), and in all. */
export interface CallerPatience {
  once: number;
  inAll: number;
}

/** Below the 20 seconds after which the pooler of docs/operations.md ends an idle transaction. */
export const usualPatience: CallerPatience = { once: 15_000, inAll: 300_000 };

/** Characters that are read before the caller takes them: files up to this size end their snapshot without waiting for anybody. */
const mostAhead = 2_000_000;

/**
 * Reads a source ahead of its reader, which may be slow. A source that has waited for its reader for `patience` milliseconds in all ends, and with it
 * the snapshot and the connection it holds; the reader then gets an error after the batches that were read.
 */
export async function* readAhead(source: AsyncIterable<string>, patience: number): AsyncGenerator<string> {
  const buffer = new AheadBuffer(patience);
  const filling = buffer.fill(source);
  try {
    for (let batch = await buffer.take(); batch !== null; batch = await buffer.take()) yield batch;
  } finally {
    buffer.leave();
    await filling;
  }
}

class AheadBuffer {
  readonly #patience: number;
  readonly #ready: string[] = [];
  #size = 0;
  #handedOut = 0;
  #waited = 0;
  #isLeft = false;
  #end: { failure?: unknown } | null = null;
  #wakeReader = (): void => undefined;
  #wakeSource = (): void => undefined;

  constructor(patience: number) {
    this.#patience = patience;
  }

  async fill(source: AsyncIterable<string>): Promise<void> {
    try {
      for await (const batch of source) {
        this.#ready.push(batch);
        this.#size += batch.length;
        this.#wakeReader();
        while (this.#size >= mostAhead && !this.#isLeft) await this.#waitForReader();
        if (this.#isLeft) break;
      }
      this.#end = {};
    } catch (failure) {
      this.#end = { failure };
    }
    this.#wakeReader();
  }

  /** The next batch; null after the last. Throws what ended the source. The batch before it counts as taken from now on. */
  async take(): Promise<string | null> {
    this.#size -= this.#handedOut;
    this.#handedOut = 0;
    this.#wakeSource();
    while (this.#ready.length === 0 && this.#end === null) {
      await new Promise<void>((resolve) => (this.#wakeReader = resolve));
    }
    const batch = this.#ready.shift();
    if (batch === undefined) {
      if (this.#end && 'failure' in this.#end) throw this.#end.failure;
      return null;
    }
    this.#handedOut = batch.length;
    return batch;
  }

  leave(): void {
    this.#isLeft = true;
    this.#wakeSource();
  }

  async #waitForReader(): Promise<void> {
    const began = performance.now();
    await new Promise<void>((resolve, reject) => {
      const stop = () => reject(new Error('The reader of an export was too slow.'));
      const timer = setTimeout(stop, this.#patience - this.#waited);
      this.#wakeSource = () => resolve(clearTimeout(timer));
    });
    this.#waited += performance.now() - began;
  }
}
