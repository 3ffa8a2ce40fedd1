/** Hears once how many rows went out, the header apart, and whether they were all there are. */
export type Ended = (rows: number, isWhole: boolean) => Promise<void>;

const quote = 0x22;
const lineFeed = 0x0a;

/**
 * Passes a CSV body on as it is read and counts its rows. It ends only after `ended` has: where that fails, so does the body. Rows of a
 * body that breaks off or that nobody reads on are those that were passed on.
 */
export function countRows(body: ReadableStream<Uint8Array>, ended: Ended): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const rows = createRowCounter();
  // Going away ends a read that is under way as if the body were over.
  let isLeft = false;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await reader.read().catch(async (error: unknown) => {
          await ended(rows.count(), false);
          throw error;
        });
        if (!done) {
          rows.add(value);
          return controller.enqueue(value);
        }
        if (isLeft) return;
        await ended(rows.count(), true);
        controller.close();
      },
      cancel: async (reason) => {
        isLeft = true;
        await reader.cancel(reason);
        await ended(rows.count(), false);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Counts line ends outside quotation marks; the first line is the header. */
function createRowCounter() {
  let lines = 0;
  let isQuoted = false;
  return {
    add: (chunk: Uint8Array) => {
      for (const byte of chunk) {
        if (byte === quote) isQuoted = !isQuoted;
        else if (byte === lineFeed && !isQuoted) lines += 1;
      }
    },
    count: () => Math.max(0, lines - 1),
  };
}
