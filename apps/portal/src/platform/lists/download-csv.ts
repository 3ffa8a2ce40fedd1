import type { AnyEndpoint, Endpoint, ParamsOf, QueryOf } from '@volume/contract/endpoint.ts';
import { callerType, callerTypeHeader, callerVersionHeader } from '@volume/contract/headers.ts';
import * as z from 'zod/mini';
import { ApiError, toCallError } from '#platform/errors.ts';
import { stringifySearch } from '#platform/search-text.ts';
import { endRefusedSession, storedToken } from '#platform/session.ts';
import { apiUrl, buildCommit } from '#platform/settings.ts';

interface CsvParts<P, Q> {
  params: ParamsOf<Endpoint<P, Q>>;
  query: QueryOf<Endpoint<P, Q>>;
  signal: AbortSignal;
  /** Told how many bytes have come so far. */
  onProgress: (bytes: number) => void;
}

/**
 * Fetches a streamed CSV answer and saves it as a file; its length is not known before its end.
 * @throws ProviderApiError, InvalidProviderError or ApiError by §8; what the signal aborts throws its reason
 */
export async function downloadCsv<P, Q>(
  endpoint: Endpoint<P, Q, undefined, undefined>,
  { params, query, signal, onProgress }: CsvParts<P, Q>,
  fileName: string,
): Promise<void> {
  const { path, query: schema } = endpoint as AnyEndpoint;
  const named = params as Record<string, unknown>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(named[name] ?? '')));
  const address = apiUrl(filled + (schema ? stringifySearch(z.encode(schema, query) as Record<string, unknown>) : ''));
  const place = { endpoint: path, method: 'GET' };
  const response = await fetch(address, { headers: headers(), credentials: 'omit', signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ApiError({ ...place, status: 500, statusText: 'Internal Error', body: '' }, true);
  });
  if (response.status === 401) endRefusedSession(storedToken(), true);
  if (!response.ok) {
    const { status, statusText } = response;
    throw toCallError({ ...place, status, statusText, body: await response.text() });
  }
  save(await readAll(response, onProgress), fileName);
}

function headers(): Record<string, string> {
  const token = storedToken();
  return {
    accept: 'text/csv',
    [callerTypeHeader]: callerType,
    [callerVersionHeader]: buildCommit,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
}

async function readAll(response: Response, onProgress: (bytes: number) => void): Promise<Blob> {
  const chunks: BlobPart[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    chunks.push(part.value);
    onProgress((bytes += part.value.length));
  }
  return new Blob(chunks, { type: 'text/csv' });
}

function save(blob: Blob, fileName: string): void {
  const href = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href, download: fileName });
  link.click();
  // The browser reads the file after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
