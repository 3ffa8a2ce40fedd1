import * as z from 'zod/mini';
import { applicationIdHeader, mediaType } from '@volume/contract/headers.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { writeJson } from '@volume/contract/money/money.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { FileStream } from '#core/files.ts';
import { acceptsEncoding } from './accepts.ts';
import type { Compression } from './compression.ts';

/** Shorter texts fit into one packet anyway. */
const worthCompressing = 1400;

/** Encodes and compresses a response. Throws when the value does not match the schema. */
export async function encodeAnswer(
  endpoint: AnyEndpoint,
  value: unknown,
  { request, compression }: { request: Request; compression: Compression | null },
): Promise<Response> {
  const headers: Record<string, string> = {
    'cache-control': 'no-store',
    vary: `Accept, Accept-Encoding, Authorization, ${applicationIdHeader}`,
  };
  if (!endpoint.response || endpoint.status === 204) return new Response(null, { status: 204, headers });
  const text = writeJson(z.encode(endpoint.response, value));
  headers['content-type'] = typeFor(endpoint, request.headers.get('accept') ?? '*/*');
  const isWorthIt = text.length > worthCompressing && acceptsEncoding(request.headers.get('accept-encoding'), 'gzip');
  if (!isWorthIt || !compression) return new Response(text, { status: endpoint.status, headers });
  headers['content-encoding'] = 'gzip';
  return new Response(await compression.text(text), { status: endpoint.status, headers });
}

function typeFor(endpoint: AnyEndpoint, accept: string): string {
  const wantsPlain = accept.includes('application/json') && !accept.includes('vnd.volume');
  return wantsPlain ? 'application/json' : mediaType(endpoint.version);
}

/** Reads the first batch before the response begins, so that an early error can still be sent as a problem. */
export async function openFile(file: FileStream, now: Date): Promise<Response> {
  const { header, batches, kind } = file;
  const encoder = new TextEncoder();
  const encode = kind?.encode ?? ((text: string) => encoder.encode(text));
  const iterator = batches[Symbol.asyncIterator]();
  let next = iterator.next();
  await next;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encode(header)),
      pull: async (controller) => {
        const { done, value } = await next;
        if (done) return controller.close();
        // The database reads the next batch while this one is sent.
        next = iterator.next();
        next.catch(() => undefined);
        controller.enqueue(encode(value));
      },
      cancel: async () => void (await iterator.return?.()),
    },
    { highWaterMark: 1 },
  );
  return sendFile(file, body, now);
}

/** A file with this body; null for a HEAD request. */
export function sendFile(
  { name, kind }: Pick<FileStream, 'name' | 'kind'>,
  body: ReadableStream<Uint8Array> | null,
  now: Date,
): Response {
  const { type, extension } = kind ?? { type: 'text/csv; charset=utf-8', extension: 'csv' };
  return new Response(body, { headers: fileHeaders(type, `${name}-${dayOf(now)}.${extension}`) });
}

/** A document made at `now`; null for a HEAD request. */
export function sendDocument(
  { name, pdf }: { name: string; pdf: Uint8Array<ArrayBuffer> | null },
  now: Date,
): Response {
  return new Response(pdf, { headers: fileHeaders('application/pdf', `${name}-${dayOf(now)}.pdf`) });
}

/** The headers keep proxies from caching, compressing or buffering the events. */
export function sendEvents(events: ReadableStream<Uint8Array> | null): Response {
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  };
  return new Response(events, { headers });
}

const dayOf = (now: Date): string => toWireTime(now).slice(0, 10);

const fileHeaders = (type: string, name: string): Record<string, string> => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'no-store',
});
