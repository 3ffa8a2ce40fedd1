import type { CsvCell, CsvClock } from '@volume/contract/lists/csv.ts';
import type { AnyEndpoint, Endpoint, ParamsOf, QueryOf } from '@volume/contract/endpoint.ts';
import type { CsvColumn, List } from '#lists/list.ts';

/** The source of a CSV file: an endpoint that streams it, or the pages of a list, read in sequence. */
export type CsvSource = StreamedSource | PagedSource;

export interface StreamedSource {
  kind: 'streamed';
  endpoint: AnyEndpoint;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  /** For an endpoint that takes the row ids in its body. */
  body?: unknown;
}

export interface PagedSource {
  kind: 'paged';
  header: (clock: CsvClock) => CsvCell[];
  readPage: (at: PageAt, signal: AbortSignal) => Promise<CsvPage>;
}

/** A page as the calls of lists name it: its number from 0, and how many rows a page has. */
export interface PageAt {
  page: number;
  size: number;
}

interface CsvPage {
  rows: { key: string; cells: (clock: CsvClock) => CsvCell[] }[];
  isLast: boolean;
}

/** Reads one page of a list; the last one has `isLast`. */
type ReadCsvPage<Row> = (at: PageAt, signal: AbortSignal) => Promise<{ rows: readonly Row[]; isLast: boolean }>;

interface PagedList<Row> {
  columns: readonly CsvColumn<Row>[];
  rowKey: (row: Row) => string;
  readPage: ReadCsvPage<Row>;
}

/** The CSV of an export endpoint, by the list's filters. */
export function streamed<P, Q>(
  endpoint: Endpoint<P, Q, undefined, undefined>,
  parts: { params?: ParamsOf<Endpoint<P, Q>>; query: QueryOf<Endpoint<P, Q>> },
): StreamedSource {
  const { params, query } = parts as { params?: StreamedSource['params']; query: StreamedSource['query'] };
  return { kind: 'streamed', endpoint: endpoint as AnyEndpoint, params: params ?? {}, query };
}

/** The CSV of a list without an export endpoint, from its pages. */
export function pagedCsv<Row>({ columns, rowKey, readPage }: PagedList<Row>): CsvSource {
  const cellsOf = (row: Row) => (clock: CsvClock) =>
    columns.map(({ isTime, cell }) => {
      const value = cell(row) ?? null;
      return isTime && typeof value === 'string' ? clock.time(value) : value;
    });
  return {
    kind: 'paged',
    header: (clock) => columns.map(({ header, isTime }) => (isTime ? clock.header(header) : header)),
    readPage: async (at, signal) => {
      const { rows, isLast } = await readPage(at, signal);
      return { rows: rows.map((row) => ({ key: rowKey(row), cells: cellsOf(row) })), isLast };
    },
  };
}

/** All rows of a list as CSV, with the column it is sorted by first and then the others in order. */
export function listCsv<Row, Search, Context>(
  { columns, rowKey, search }: List<Row, Search, Context>,
  readPage: ReadCsvPage<Row>,
): CsvSource {
  const [sort = ''] = search.sorts;
  const isFirst = ({ id }: { id: string }) => sort.startsWith(`${id}-`);
  const inOrder = [...columns.filter(isFirst), ...columns.filter((column) => !isFirst(column))];
  return pagedCsv({ columns: inOrder.flatMap(({ csv = [] }) => csv), rowKey, readPage });
}

/** The same when all matching rows are already loaded, in the order shown. */
export const foundCsv = <Row, Search, Context>(list: List<Row, Search, Context>, found: readonly Row[]): CsvSource =>
  listCsv(list, async () => ({ rows: found, isLast: true }));
