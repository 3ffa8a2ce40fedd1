import type { CsvSource } from './csv-source.ts';
import { openCsv } from './open-csv.ts';
import { openFile, type OpenFile } from './open-file.ts';

export interface SaveCsvJob {
  source: CsvSource;
  fileName: string;
  zone: string;
  signal: AbortSignal;
  /** Called with how many rows have come so far. */
  onRows: (rows: number) => void;
}

/**
 * Saves a source as a file of the person's choosing, in constant memory where the browser can write to disk. Answers the
 * rows saved, undefined when the person chose no file. Nothing is left behind by what fails or is stopped.
 * @throws what opening the source throws
 */
export async function saveCsv({ source, fileName, zone, signal, onRows }: SaveCsvJob): Promise<number | undefined> {
  const file = await openFile(fileName);
  if (!file) return undefined;
  try {
    return await writeAll(file, { source, zone, signal, onRows });
  } catch (error) {
    await file.discard();
    throw error;
  }
}

async function writeAll(file: OpenFile, { source, zone, signal, onRows }: Omit<SaveCsvJob, 'fileName'>) {
  const count = lineCounter();
  let rows = 0;
  for await (const piece of openCsv(source, zone, signal)) {
    signal.throwIfAborted();
    await file.write(piece);
    // The first line is the header.
    rows = Math.max(0, count(piece) - 1);
    onRows(rows);
  }
  await file.close();
  return rows;
}

const quote = 0x22;
const newLine = 0x0a;

/** Counts the lines of CSV text as it passes; a line break within quotes is part of a cell. */
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
