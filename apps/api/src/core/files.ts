import { type CsvCell, type CsvFormat, toCsvHeader, toCsvLine } from '@volume/contract/lists/csv.ts';
import { parseUtc } from '@volume/contract/lists/period.ts';
import { type Database, isPoolFull, type Queries, type Snapshot } from '#database/database.ts';
import { raw, type Sql, sql } from '#database/sql.ts';
import { tooMany } from './problem.ts';

/** A file that is written while it is read. Batches are pulled one at a time, so that memory stays constant. */
export interface FileStream {
  /** Prefix of the file name: browsers save `payouts-2026-11-21.csv`. */
  name: string;
  /** The text before the first row. */
  header: string;
  /** Rows, some hundred at a time. */
  batches: AsyncIterable<string>;
  /** The media type of a file that is not a CSV in UTF-8. */
  kind?: FileKind;
}

export interface FileKind {
  extension: string;
  /** The media type with its character set. */
  type: string;
  /** Writes in another character set than UTF-8. */
  encode?: ((text: string) => Uint8Array<ArrayBuffer>) | undefined;
}

/** Few enough that the embedded database, which works in the same thread, blocks it for 20 ms at most. */
export const batchSize = 500;

export interface FileRows<Row> {
  /** Selects the `limit` rows after `last` in the order of the file; all when the limit is null. */
  select: (last: Row | undefined, limit: number | null) => Sql;
  /** Replaces reading one statement per batch on PostgreSQL; the last batch has fewer rows than `size`. */
  batches?: { size: number; read: (queries: Queries) => (last: Row | undefined) => Promise<Row[]> };
}

export interface CsvTable<Row> extends FileRows<Row> {
  name: string;
  header: readonly string[];
  toCells: (row: Row) => CsvCell[];
}

/** Opens a CSV file. @throws like `openRows` */
export async function openTable<Row extends object>(
  database: Database,
  format: CsvFormat,
  find: (queries: Queries) => Promise<CsvTable<Row>>,
): Promise<FileStream> {
  const { found, rows } = await openRows<Row, CsvTable<Row>>(database, find);
  return { name: found.name, header: toCsvHeader(found.header, format), batches: toLines(found, rows, format) };
}

/**
 * Opens the rows of a file, which all come from one snapshot, the one in which `find` ran. Memory and time per batch do
 * not grow with the number of rows. A read error fails the response: a file never ends early as if it were complete.
 * @throws Problem 429 when every connection for exports is in use
 */
export async function openRows<Row extends object, Found extends FileRows<Row>>(
  database: Database,
  find: (queries: Queries) => Promise<Found>,
): Promise<{ found: Found; rows: AsyncIterable<Row[]> }> {
  const cursor = database.kind === 'pglite' ? raw(`file_${crypto.randomUUID().replaceAll('-', '')}`) : null;
  const snapshot = await refuseWhenFull(
    database.openSnapshot(async (queries) => {
      const found = await find(queries);
      // The embedded database evaluates the whole query here, so that the snapshot ends before the caller reads the
      // first row.
      if (cursor) await queries.query(sql`DECLARE ${cursor} CURSOR WITH HOLD FOR ${found.select(undefined, null)}`);
      return found;
    }),
  );
  return { found: snapshot.value, rows: cursor ? fetchRows(snapshot, cursor) : readRows(snapshot) };
}

/** Keyset pagination: each batch begins after the last row of the previous one. */
async function* readRows<Row extends object>({ value: found, queries, close }: Snapshot<FileRows<Row>>) {
  const { size, read } = found.batches ?? {
    size: batchSize,
    read:
      ({ query }) =>
      (last) =>
        query<Row>(found.select(last, batchSize)),
  };
  const readAfter = read(queries);
  try {
    for (let last: Row | undefined; ;) {
      const rows = await readAfter(last);
      if (rows.length > 0) yield rows;
      if (rows.length < size) return;
      last = rows.at(-1);
    }
  } finally {
    await close();
  }
}

async function* fetchRows<Row extends object>({ queries }: Snapshot<FileRows<Row>>, cursor: Sql) {
  try {
    for (;;) {
      const rows = await queries.query<Row>(sql`FETCH ${raw(String(batchSize))} FROM ${cursor}`);
      if (rows.length > 0) yield rows;
      if (rows.length < batchSize) return;
    }
  } finally {
    await queries.query(sql`CLOSE ${cursor}`);
  }
}

async function* toLines<Row>({ toCells }: CsvTable<Row>, batches: AsyncIterable<Row[]>, format: CsvFormat) {
  for await (const rows of batches) yield rows.map((row) => toCsvLine(toCells(row), format)).join('');
}

async function refuseWhenFull<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    if (!isPoolFull(error)) throw error;
    throw tooMany('Other exports are using every connection. Nothing was exported. Try again in a few seconds.', 10);
  }
}

/** A document to render: a template and its data, as already formatted texts. */
export interface PaperDocument {
  /** Prefix of the file name: browsers save `statement-GBP-…-2026-11-21.pdf`. */
  name: string;
  template: 'statement' | 'receipt' | 'fees';
  data: object;
}
/** Renders accessible PDFs whose text can be selected and searched. */
export interface Documents {
  /**
   * Reads and renders one document; `from` identifies the caller in the fair queue. Stops when the caller disconnects
   * (`gone`). @throws Problem 429 when too many of the caller's documents wait, 503 when the queue is full
   */
  make(
    from: string,
    read: () => Promise<PaperDocument>,
    gone?: AbortSignal,
  ): Promise<{ name: string; pdf: Uint8Array<ArrayBuffer> }>;
}

/** Formats the times of one document: days are UTC days like those of lists; times are in the requested zone. */
export interface DocumentClock {
  /** `22 Nov 2026`, the UTC day of a wire time. */
  day: (utc: string) => string;
  /** `22 Nov 2026, 11:07` */
  time: (utc: string) => string;
  /** `22 Nov 2026, 11:07 UTC` */
  full: (utc: string) => string;
}

export function documentClock(zone = 'UTC', locale = 'en-GB'): DocumentClock {
  const write = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options);
    return (utc: string) => format.format(parseUtc(utc));
  };
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const time = { ...date, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone } as const;
  return {
    day: write({ ...date, timeZone: 'UTC' }),
    time: write(time),
    full: write({ ...time, timeZoneName: 'short' }),
  };
}
