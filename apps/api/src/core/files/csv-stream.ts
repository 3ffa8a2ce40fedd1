import { type CsvCell, toCsvLine } from '@volume/contract/csv.ts';

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
 * however many there are, and no transaction stays open. `read` answers the next `batchSize` rows after `last`.
 */
export async function* readBatches<Row>(
  read: (last: Row | undefined) => Promise<Row[]>,
  toCells: (row: Row) => CsvCell[],
): AsyncGenerator<string> {
  for (let last: Row | undefined; ;) {
    const rows = await read(last);
    if (rows.length > 0) yield rows.map((row) => toCsvLine(toCells(row))).join('');
    if (rows.length < batchSize) return;
    last = rows.at(-1);
  }
}
