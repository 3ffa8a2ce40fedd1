import { type CsvCell, toCsvLine } from '@volume/contract/csv.ts';

/** A table that is written while it is read: the batches are asked for one at a time, so that memory stays flat. */
export type CsvStream = {
  /** Offered by browsers when they save the answer. */
  fileName: string;
  header: readonly string[];
  batches: AsyncIterable<readonly (readonly CsvCell[])[]>;
};

/** The streamed answer. Reads the first batch before it begins, so that what fails at once is told as a problem. */
export async function openCsv({ fileName, header, batches }: CsvStream): Promise<Response> {
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
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
  };
  return new Response(body, { headers });
}
