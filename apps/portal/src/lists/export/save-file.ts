import type { OpenRange } from '#design/days/date-presets.ts';
import { toast } from '#design/overlay/toast.ts';
import { formatCount } from '#design/text/format-text.ts';
import type { CsvFormat } from '@volume/contract/lists/csv.ts';
import type { CsvSource, StreamedSource } from './csv-source.ts';
import { type Pieces, readPages } from './read-pages.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { callerType, callerTypeHeader, callerVersionHeader, mediaType } from '@volume/contract/headers.ts';
import { ApiError, toCallError } from '#platform/errors.ts';
import { pathOf, refuseWithoutSession } from '#platform/provider-api.ts';
import { endRefusedSession, readSession, storedToken } from '#platform/session/session.ts';
import { type FileType, type OpenFile, openFile, save } from './open-file.ts';
import { readPreferences } from '#platform/preferences.ts';
import { apiUrl, buildCommit } from '#platform/settings.ts';

interface SaveJob {
  /** The beginning of the file name: `pay-ins`. */
  name: string;
  /** The UTC days it covers; an open end is undefined. Undefined for a file without dates. */
  days: OpenRange | undefined;
  zone: string;
  signal: AbortSignal;
}

type SaveCsvJob = SaveJob & {
  source: CsvSource;
  /** Called with the rows written so far. */
  onRows?: (rows: number) => void;
};

/**
 * Saves a source to a file that the user chooses, in constant memory where the browser can write to disk, and shows a
 * toast. A failed or aborted export leaves nothing behind.
 * @throws the errors of opening the source
 */
export async function saveCsv({ name, days, zone, ...job }: SaveCsvJob): Promise<void> {
  const type = { label: 'CSV', extension: 'csv', type: 'text/csv' };
  await writeFile(nameFile({ name, days, zone }, type.extension, makerAndTime()), type, async (file) => {
    const rows = await writeAll(file, { zone, format: chosenFormat(), ...job });
    return `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`;
  });
}

/**
 * Streams a file from an endpoint, like a CSV, and shows a toast.
 * @throws like `saveCsv`
 */
export async function saveFile({
  source,
  signal,
  type,
  name,
  days,
}: Omit<SaveJob, 'zone'> & { source: StreamedSource; type: FileType }): Promise<void> {
  await writeFile(nameFile({ name, days, zone: '' }, type.extension), type, async (file) => {
    for await (const piece of readStream(source, {}, signal)) {
      signal.throwIfAborted();
      await file.write(piece);
    }
    await file.close();
    return type.label;
  });
}

/** Opens a file, writes and closes it, and shows what was saved; after an error it leaves nothing behind. */
async function writeFile(fileName: string, type: FileType, write: (file: OpenFile) => Promise<string>): Promise<void> {
  const file = await openFile(fileName, type);
  if (!file) return;
  try {
    toast.good(`Saved ${await write(file)}`, fileName);
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/**
 * Saves a document from an endpoint, with its times in `zone`, and shows a toast.
 * @throws like `saveCsv`
 */
export async function saveDocument({ source, signal, ...job }: SaveJob & { source: StreamedSource }): Promise<void> {
  const { response, broken } = await openAnswer(source, { zone: job.zone }, signal);
  const fileName = nameFile(job, 'pdf');
  save(await response.blob().catch(broken), fileName);
  toast.good('Saved the PDF', fileName);
}

/** The file name with its rows, their days and the zone of their times: `pay-ins_2026-10-22_2026-11-21_UTC.csv`. */
function nameFile({ name, days, zone }: Omit<SaveJob, 'signal'>, ending: string, made = ''): string {
  const { from, to } = days ?? {};
  const range = days && (from === undefined && to === undefined ? 'all-days' : `${from ?? 'start'}_${to ?? 'today'}`);
  return `${[name, range, zone.replaceAll('/', '-'), made].filter(Boolean).join('_')}.${ending}`;
}

/** Who exports a file and when, in UTC. A CSV has room for it only in its name (decision 20): `by-amelia-2026-11-21-0905`. */
function makerAndTime(): string {
  const session = readSession();
  const email = session.kind === 'none' ? '' : session.kind === 'admin' ? session.adminEmail : session.email;
  const maker = email.replace(/@.*/, '').replaceAll(/[^\w.+-]/g, '-');
  return `by-${maker}-${new Date().toISOString().slice(0, 16).replace('T', '-').replace(':', '')}`;
}

/** The CSV format that this browser's user chose. Only differences from RFC 4180 are requested from the backend. */
function chosenFormat(): CsvFormat {
  const { csvSeparator, csvDecimalMark, isCsvForExcel } = readPreferences();
  return {
    separator: csvSeparator === 'COMMA' ? undefined : csvSeparator,
    decimalMark: csvDecimalMark === 'POINT' ? undefined : csvDecimalMark,
    byteOrderMark: isCsvForExcel ? true : undefined,
  };
}

type WriteJob = Pick<SaveCsvJob, 'source' | 'zone' | 'signal' | 'onRows'> & { format: CsvFormat };

async function writeAll(file: OpenFile, { source, onRows, signal, ...written }: WriteJob) {
  const count = lineCounter();
  let rows = 0;
  for await (const piece of openCsv(source, written, signal)) {
    signal.throwIfAborted();
    await file.write(piece);
    rows = Math.max(0, count(piece) - 1);
    onRows?.(rows);
  }
  await file.close();
  return rows;
}

const quote = 0x22;
const newLine = 0x0a;

/** Counts the lines of CSV text in chunks; a line break within quotes is part of a cell. */
export function lineCounter(): (piece: Uint8Array) => number {
  let lines = 0;
  let isQuoted = false;
  return (piece) => {
    for (const byte of piece) {
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === newLine && !isQuoted) lines += 1;
    }
    return lines;
  };
}

/**
 * The CSV in chunks, with its times in `zone`.
 * @throws ProviderApiError, InvalidProviderError or ApiError by §8; the signal's reason when aborted
 */
function openCsv(
  source: CsvSource,
  { zone, format }: { zone: string; format: CsvFormat },
  signal: AbortSignal,
): Pieces {
  if (source.kind === 'paged') return readPages(source, { zone, format }, signal);
  return readStream(source, { zone, ...format }, signal);
}

/**
 * The whole CSV as text by RFC 4180, with its times in `zone`, for use in the page.
 * @throws like `openCsv`
 */
export async function readCsvText(source: CsvSource, zone: string, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of openCsv(source, { zone, format: {} }, signal))
    text += decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}

/** The format of the file, sent in the query. */
type Wanted = CsvFormat & { zone?: string };

/** Sends the request and returns the unread response. */
async function openAnswer(source: StreamedSource, wanted: Wanted, signal: AbortSignal) {
  const { endpoint, params, query, body } = source;
  refuseWithoutSession(endpoint);
  const { method, version } = endpoint;
  const place = { endpoint: endpoint.path, method };
  const broken = (error: unknown): never => {
    if (signal.aborted) throw error;
    throw new ApiError({ ...place, status: 500, statusText: 'Internal Error', body: '' }, true);
  };
  const token = storedToken();
  const asked = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': mediaType(version) };
  const headers = { ...headersOf(endpoint, token), ...type };
  const init = { method, headers, credentials: 'omit', signal, ...asked } as const;
  const response = await fetch(apiUrl(pathOf(endpoint, { params, query: { ...query, ...wanted } })), init).catch(
    broken,
  );
  if (response.status === 401) endRefusedSession(token, true);
  if (!response.ok) {
    const { status, statusText } = response;
    throw toCallError({ ...place, status, statusText, body: await response.text() });
  }
  return { response, broken };
}

async function* readStream(source: StreamedSource, wanted: Wanted, signal: AbortSignal): Pieces {
  const { response, broken } = await openAnswer(source, wanted, signal);
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read().catch(broken);
    if (!part || part.done) return;
    yield part.value;
  }
}

function headersOf({ produces }: AnyEndpoint, token: string): Record<string, string> {
  return {
    accept: produces === 'csv' ? 'text/csv' : produces === 'pdf' ? 'application/pdf' : '*/*',
    [callerTypeHeader]: callerType,
    [callerVersionHeader]: buildCommit,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
}
