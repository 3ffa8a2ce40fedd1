import { type CsvCell, toCsvLine } from '@volume/contract/csv.ts';
import { toWireTime } from '@volume/contract/period.ts';

/** A table that is written while it is read: the batches are asked for one at a time, so that memory stays flat. */
export type CsvStream = {
  /** What the file holds: browsers offer `payouts-2026-11-21.csv` when they save it. */
  name: string;
  header: readonly string[];
  batches: AsyncIterable<readonly (readonly CsvCell[])[]>;
};

/** Rows read at a time: few enough that the embedded database, which works in the thread that answers, holds it some 20 ms at most. */
export const batchSize = 500;

/**
 * Reads rows as cells in batches that each begin where the last one ended: memory and the time of a batch stay the same
 * however many there are, and no transaction stays open. `read` answers the next `batchSize` rows after `last`.
 */
export async function* readBatches<Row>(
  read: (last: Row | undefined) => Promise<Row[]>,
  toCells: (row: Row) => CsvCell[],
): AsyncGenerator<CsvCell[][]> {
  for (let last: Row | undefined; ;) {
    const rows = await read(last);
    if (rows.length > 0) yield rows.map(toCells);
    if (rows.length < batchSize) return;
    last = rows.at(-1);
  }
}

/** The streamed answer of a call made at `now`. Reads the first batch before it begins, so that what fails at once is told as a problem. */
export async function openCsv({ name, header, batches }: CsvStream, now: Date): Promise<Response> {
  const encoder = new TextEncoder();
  const iterator = batches[Symbol.asyncIterator]();
  let next = iterator.next();
  await next;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(toCsvLine(header))),
      pull: async (controller) => {
        const { done, value } = await next;
        if (done) return controller.close();
        // The database reads the next batch while this one is written out.
        next = iterator.next();
        next.catch(() => undefined);
        controller.enqueue(encoder.encode(value.map(toCsvLine).join('')));
      },
      cancel: async () => void (await iterator.return?.()),
    },
    { highWaterMark: 1 },
  );
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}-${toWireTime(now).slice(0, 10)}.csv"`,
    'cache-control': 'no-store',
  };
  return new Response(body, { headers });
}
