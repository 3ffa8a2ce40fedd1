import type { ScreenPart } from '@volume/contract/screens/screens.ts';
import { acceptsEncoding } from './accepts.ts';
import type { Compression } from './compression.ts';

/** Returns the responses of these calls, each on a line as soon as it is known. Null answers a HEAD request. */
export function sendParts(
  calls: readonly string[] | null,
  ask: (call: string) => Promise<Response>,
  { request, compression }: { request: Request; compression: Compression | null },
): Response {
  const headers: Record<string, string> = {
    'content-type': 'application/x-ndjson',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    vary: 'Accept-Encoding, Authorization',
  };
  const isCompressed = compression && acceptsEncoding(request.headers.get('accept-encoding'), 'gzip');
  if (isCompressed) headers['content-encoding'] = 'gzip';
  const lines = calls && streamLines(calls, ask);
  return new Response(lines && isCompressed ? lines.pipeThrough(compression.lines()) : lines, { headers });
}

function streamLines(
  calls: readonly string[],
  ask: (call: string) => Promise<Response>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let isGone = false;
  return new ReadableStream({
    start: async (controller) => {
      const send = async (call: string) => {
        const line = encoder.encode(await writeLine(call, await ask(call)));
        if (!isGone) controller.enqueue(line);
      };
      // The caller makes a call itself when its line is missing.
      await Promise.allSettled(calls.map(send));
      if (!isGone) controller.close();
    },
    cancel: () => void (isGone = true),
  });
}

/** The body is copied as text, because sums can be larger than a JavaScript number. */
async function writeLine(call: string, response: Response): Promise<string> {
  const retryAfter = response.headers.get('retry-after');
  const facts: Omit<ScreenPart, 'body'> = { call, status: response.status, ...(retryAfter !== null && { retryAfter }) };
  return `${JSON.stringify(facts).slice(0, -1)},"body":${await response.text()}}\n`;
}
