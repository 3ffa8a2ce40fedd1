import type { CsvCell, CsvClock } from '@volume/contract/csv.ts';
import type { AnyEndpoint, Endpoint, ParamsOf, QueryOf } from '@volume/contract/endpoint.ts';

/** Where the lines of a file come from: a call that streams them, or the pages of a list, read one after the other. */
export type CsvSource = StreamedSource | PagedSource;

export interface StreamedSource {
  kind: 'streamed';
  endpoint: AnyEndpoint;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
}

export interface PagedSource {
  kind: 'paged';
  header: (clock: CsvClock) => CsvCell[];
  readPage: (page: number, signal: AbortSignal) => Promise<CsvPage>;
}

interface CsvPage {
  rows: { key: string; cells: (clock: CsvClock) => CsvCell[] }[];
  isLast: boolean;
}

export interface CsvColumn<Row> {
  header: string;
  /** Its cells are wire times: written in the file's zone, which the header then names. */
  isTime?: boolean;
  cell: (row: Row) => CsvCell | undefined;
}

interface PagedList<Row> {
  columns: readonly CsvColumn<Row>[];
  rowKey: (row: Row) => string;
  /** One page from 0, as large as the call allows; the last one says so. */
  readPage: (page: number, signal: AbortSignal) => Promise<{ rows: readonly Row[]; isLast: boolean }>;
}

/** The rows of a call that streams CSV, by the list's own filters. */
export function streamedCsv<P, Q>(
  endpoint: Endpoint<P, Q, undefined, undefined>,
  parts: { params?: ParamsOf<Endpoint<P, Q>>; query: QueryOf<Endpoint<P, Q>> },
): CsvSource {
  const { params, query } = parts as { params?: StreamedSource['params']; query: StreamedSource['query'] };
  return { kind: 'streamed', endpoint: endpoint as AnyEndpoint, params: params ?? {}, query };
}

/** The rows of a list that no call streams, by its own pages. */
export function pagedCsv<Row>({ columns, rowKey, readPage }: PagedList<Row>): CsvSource {
  const cellsOf = (row: Row) => (clock: CsvClock) =>
    columns.map(({ isTime, cell }) => {
      const value = cell(row) ?? null;
      return isTime && typeof value === 'string' ? clock.time(value) : value;
    });
  return {
    kind: 'paged',
    header: (clock) => columns.map(({ header, isTime }) => (isTime ? clock.header(header) : header)),
    readPage: async (page, signal) => {
      const { rows, isLast } = await readPage(page, signal);
      return { rows: rows.map((row) => ({ key: rowKey(row), cells: cellsOf(row) })), isLast };
    },
  };
}
