import { csvClock, toCsvLine } from '@volume/contract/csv.ts';
import { callerType, callerTypeHeader, callerVersionHeader } from '@volume/contract/headers.ts';
import { ApiError, toCallError } from '#platform/errors.ts';
import { pathOf, refuseWithoutSession } from '#platform/provider-api.ts';
import { endRefusedSession, storedToken } from '#platform/session/session.ts';
import { apiUrl, buildCommit } from '#platform/settings.ts';
import type { CsvSource, PagedSource, StreamedSource } from './csv-source.ts';

type Pieces = AsyncGenerator<Uint8Array<ArrayBuffer>>;

/**
 * The text of a file, piece by piece, its times in `zone`.
 * @throws ProviderApiError, InvalidProviderError or ApiError by §8; what the signal aborts throws its reason
 */
export function openCsv(source: CsvSource, zone: string, signal: AbortSignal): Pieces {
  return source.kind === 'paged' ? readPages(source, zone, signal) : readStream(source, zone, signal);
}

async function* readStream(source: StreamedSource, zone: string, signal: AbortSignal): Pieces {
  const { endpoint, params, query } = source;
  refuseWithoutSession(endpoint);
  const place = { endpoint: endpoint.path, method: 'GET' };
  const broken = (error: unknown): never => {
    if (signal.aborted) throw error;
    throw new ApiError({ ...place, status: 500, statusText: 'Internal Error', body: '' }, true);
  };
  const token = storedToken();
  const init = { headers: headersOf(token), credentials: 'omit', signal } as const;
  const response = await fetch(apiUrl(pathOf(endpoint, { params, query: { ...query, zone } })), init).catch(broken);
  if (response.status === 401) endRefusedSession(token, true);
  if (!response.ok) {
    const { status, statusText } = response;
    throw toCallError({ ...place, status, statusText, body: await response.text() });
  }
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read().catch(broken);
    if (!part || part.done) return;
    yield part.value;
  }
}

function headersOf(token: string): Record<string, string> {
  return {
    accept: 'text/csv',
    [callerTypeHeader]: callerType,
    [callerVersionHeader]: buildCommit,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
}

async function* readPages({ header, readPage }: PagedSource, zone: string, signal: AbortSignal): Pieces {
  const clock = csvClock(zone);
  const encoder = new TextEncoder();
  yield encoder.encode(toCsvLine(header(clock)));
  // A row that arrives meanwhile moves the others on by one: whatever was written is not written again.
  const written = new Set<string>();
  for (let page = 0; ; page += 1) {
    const { rows, isLast } = await readPage(page, signal);
    const fresh = rows.filter(({ key }) => !written.has(key));
    for (const { key } of fresh) written.add(key);
    if (fresh.length > 0) yield encoder.encode(fresh.map(({ cells }) => toCsvLine(cells(clock))).join(''));
    if (isLast) return;
  }
}
