import { type CsvCell, toCsvLine } from '@volume/contract/csv.ts';
import { parseUtc } from '@volume/contract/period.ts';

/** A table that is written while it is read: the batches are asked for one at a time, so that memory stays flat. */
export interface CsvStream {
  /** What the file holds: browsers offer `payouts-2026-11-21.csv` when they save it. */
  name: string;
  header: readonly string[];
  /** Its lines as they are written, some hundred at a time. */
  batches: AsyncIterable<string>;
}

/** Rows read at a time: few enough that the embedded database, which works in the thread that answers, holds it some 20 ms at most. */
export const batchSize = 500;

/**
 * Reads rows as lines in batches that each begin where the last one ended: memory and the time of a batch stay the same
 * however many there are, and no transaction stays open. `read` answers the next `size` rows after `last`.
 */
export async function* readBatches<Row>(
  read: (last: Row | undefined) => Promise<Row[]>,
  toCells: (row: Row) => CsvCell[],
  size = batchSize,
): AsyncGenerator<string> {
  for (let last: Row | undefined; ;) {
    const rows = await read(last);
    if (rows.length > 0) yield rows.map((row) => toCsvLine(toCells(row))).join('');
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}

/** A document to be made: a template of ours and what it is filled with, as texts that are written as they stand. */
export interface PaperDocument {
  /** What the file is called: browsers offer `statement-GBP-…-2026-11-21.pdf` when they save it. */
  name: string;
  template: 'statement' | 'receipt';
  data: object;
}
/** Makes PDFs whose text can be selected, searched and read aloud. */
export interface Documents {
  /**
   * Reads and makes one document when it is its turn; `from` is whose turn it is. Stops when the caller has `gone`.
   * @throws Problem 429 when as many of theirs wait, 503 when there is no place at all
   */
  make(
    from: string,
    read: () => Promise<PaperDocument>,
    gone?: AbortSignal,
  ): Promise<{ name: string; pdf: Uint8Array<ArrayBuffer> }>;
}

/** Writes the times of one document: days are UTC days, as lists ask for them; times stand in the zone it was asked for. */
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
