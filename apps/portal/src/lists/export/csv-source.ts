import type { CsvCell, CsvClock } from '@volume/contract/csv.ts';
import type { AnyEndpoint, Endpoint, ParamsOf, QueryOf } from '@volume/contract/endpoint.ts';
import type { CsvColumn, List } from '#lists/list.ts';

/** Where the lines of a file come from: a call that streams them, or the pages of a list, read one after the other. */
export type CsvSource = StreamedSource | PagedSource;

export interface StreamedSource {
  kind: 'streamed';
  endpoint: AnyEndpoint;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  /** Of a call that names its rows. */
  body?: unknown;
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

/** One page from 0, as large as the call allows; the last one says so. */
type ReadCsvPage<Row> = (page: number, signal: AbortSignal) => Promise<{ rows: readonly Row[]; isLast: boolean }>;

interface PagedList<Row> {
  columns: readonly CsvColumn<Row>[];
  rowKey: (row: Row) => string;
  readPage: ReadCsvPage<Row>;
}

/** The file of a call that makes one, by the list's own filters. */
export function streamed<P, Q>(
  endpoint: Endpoint<P, Q, undefined, undefined>,
  parts: { params?: ParamsOf<Endpoint<P, Q>>; query: QueryOf<Endpoint<P, Q>> },
): StreamedSource {
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

/** All rows of a list as a file, by its own columns: first what it is sorted by, then the others in their order. */
export function listCsv<Row, Search, Context>(
  { columns, rowKey, search }: List<Row, Search, Context>,
  readPage: ReadCsvPage<Row>,
): CsvSource {
  const [sort = ''] = search.sorts;
  const isFirst = ({ id }: { id: string }) => sort.startsWith(`${id}-`);
  const inOrder = [...columns.filter(isFirst), ...columns.filter((column) => !isFirst(column))];
  return pagedCsv({ columns: inOrder.flatMap(({ csv = [] }) => csv), rowKey, readPage });
}

/** The same where the rows found are all here, in the order shown. */
export const foundCsv = <Row, Search, Context>(list: List<Row, Search, Context>, found: readonly Row[]): CsvSource =>
  listCsv(list, async () => ({ rows: found, isLast: true }));
