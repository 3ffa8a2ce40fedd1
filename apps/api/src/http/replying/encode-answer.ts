import { applicationIdHeader, mediaType } from '@volume/contract/headers.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { writeJson } from '@volume/contract/money.ts';
import * as z from 'zod/mini';

/** Shorter texts travel in one packet anyway. */
const worthCompressing = 1400;

/** The answer of a call in its wire form; compressed for whom takes gzip. Throws when the value does not fit the schema. */
export function encodeAnswer(endpoint: AnyEndpoint, value: unknown, request: Request): Response {
  const headers: Record<string, string> = {
    'cache-control': 'no-store',
    vary: `Accept, Accept-Encoding, Authorization, ${applicationIdHeader}`,
  };
  if (!endpoint.response || endpoint.status === 204) return new Response(null, { status: 204, headers });
  const text = writeJson(z.encode(endpoint.response, value));
  headers['content-type'] = typeFor(endpoint, request.headers.get('accept') ?? '*/*');
  const isCompressed = text.length > worthCompressing && /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
  if (!isCompressed) return new Response(text, { status: endpoint.status, headers });
  headers['content-encoding'] = 'gzip';
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip')), {
    status: endpoint.status,
    headers,
  });
}

function typeFor(endpoint: AnyEndpoint, accept: string): string {
  const wantsPlain = accept.includes('application/json') && !accept.includes('vnd.volume');
  return wantsPlain ? 'application/json' : mediaType(endpoint.version);
}
