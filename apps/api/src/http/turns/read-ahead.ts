/** Milliseconds an export waits for its caller: for each batch (export-slots.ts), and in total. */
export interface CallerPatience {
  once: number;
  inAll: number;
}

/** Less than the 20 seconds after which the pooler of docs/operations.md ends an idle transaction. */
export const usualPatience: CallerPatience = { once: 15_000, inAll: 300_000 };

/** Characters buffered ahead: files up to this size end their snapshot without waiting for the caller. */
const mostAhead = 2_000_000;

/**
 * Reads a source ahead of its reader, which may be slow. When the source has waited `patience` milliseconds in total
 * for its reader, it ends, which releases its snapshot and connection; the reader then gets an error after the buffered
 * batches.
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

  /** The next batch; null after the last. Throws the source's error. Frees the previous batch's space. */
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
