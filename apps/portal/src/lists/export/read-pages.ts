import { csvClock, type CsvFormat, toCsvHeader, toCsvLine } from '@volume/contract/lists/csv.ts';
import { ShapeError } from '#platform/errors.ts';
import type { PageAt, PagedSource } from './csv-source.ts';

export type Pieces = AsyncGenerator<Uint8Array<ArrayBuffer>>;

/**
 * The lines of a list that is read page by page, each row once. Rows that are added or removed in the meantime move others to
 * other pages. Each page therefore has to begin with a row that was already written; otherwise rows have moved to earlier pages,
 * and an earlier page is read again.
 */
export async function* readPages(
  { header, readPage }: PagedSource,
  { zone, format }: { zone: string; format: CsvFormat },
  signal: AbortSignal,
): Pieces {
  const clock = csvClock(zone);
  const encoder = new TextEncoder();
  yield encoder.encode(toCsvHeader(header(clock), format));
  const written = new Set<string>();
  let most = 100;
  for (let row = 0; ;) {
    const at = pageFrom(row, most);
    const start = at.page * at.size;
    const { rows, isLast } = await readPage(at, signal);
    const [first] = rows;
    if (start > 0 && !(first && written.has(first.key))) {
      row = Math.max(0, start - at.size);
      continue;
    }
    const fresh = rows.filter(({ key }) => !written.has(key));
    for (const { key } of fresh) written.add(key);
    if (fresh.length > 0) yield encoder.encode(fresh.map(({ cells }) => toCsvLine(cells(clock), format)).join(''));
    if (isLast || rows.length < 2) return;
    // A backend may return fewer rows per page than requested.
    if (rows.length < at.size) most = rows.length;
    const last = start + rows.length - 1;
    if (last <= row) throw new ShapeError('Failed to fetch data');
    row = last;
  }
}

/** Of the pages that begin with a row or shortly before it, the one that ends furthest after it. */
function pageFrom(row: number, most: number): PageAt {
  const sizes = Array.from({ length: Math.ceil(most / 2) }, (_, less) => most - less);
  const pages = sizes.map((size) => ({ size, page: Math.floor(row / size) }));
  const endOf = ({ page, size }: PageAt) => (page + 1) * size;
  return pages.reduce((best, other) => (endOf(other) > endOf(best) ? other : best));
}
