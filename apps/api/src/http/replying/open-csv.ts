import { toCsvLine } from '@volume/contract/csv.ts';
import { toWireTime } from '@volume/contract/period.ts';
import type { CsvStream } from '#core/csv-stream.ts';

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
