import {
  type QueryFunction,
  type QueryKey,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { ListSearch } from './list-search.ts';
import type { LivePage } from '#lists/live/find-news.ts';

/** What a list has to show now. */
export interface Found<Row> {
  /** Undefined while the first ones are on their way. */
  rows: readonly Row[] | undefined;
  /** All there are by these filters; undefined until it is known. */
  total: number | undefined;
  /** What stands in the rows' place; null while there are rows to show. */
  error: Error | null;
  isBusy: boolean;
  /** Rows of another page or other filters stand in while these load. */
  isStale: boolean;
  onRetry: () => void;
  live?: LiveSource<Row> | undefined;
}

/** The page that is shown, and how it is read again. */
interface LiveSource<Row> {
  list: { queryKey: QueryKey; read: QueryFunction<LivePage<Row>> };
  shown: LivePage<Row>;
  /** Milliseconds. */
  shownAt: number;
}

/** What a call that answers page by page has found. */
export function useFound<Row, Page extends LivePage<Row>, Key extends QueryKey>(
  options: UseQueryOptions<Page, Error, Page, Key>,
): Found<Page['content'][number]> {
  const { data, error, isPlaceholderData, isFetching, dataUpdatedAt, refetch } = useQuery(options);
  const shown = isPlaceholderData ? undefined : data;
  return {
    rows: data?.content,
    total: data?.totalElements,
    error: shown ? null : error,
    isBusy: isFetching,
    isStale: isPlaceholderData,
    onRetry: () => void refetch(),
    live: shown && {
      list: { queryKey: options.queryKey, read: options.queryFn as unknown as QueryFunction<LivePage<Row>> },
      shown,
      shownAt: dataUpdatedAt,
    },
  };
}

/** What a call that answers all its rows at once has found: one page of those that are wanted, in their order. */
export function foundHere<Row, Search>(
  { error, isFetching, refetch }: Pick<UseQueryResult<unknown>, 'error' | 'isFetching' | 'refetch'>,
  wanted: readonly Row[] | undefined,
  { pageOf, rowsOf }: ListSearch<Search>,
  search: Search,
): Found<Row> {
  return {
    rows: wanted && pageOfRows(wanted, pageOf(search), rowsOf(search)),
    total: wanted?.length,
    error: wanted ? null : error,
    isBusy: isFetching,
    isStale: false,
    onRetry: () => void refetch(),
  };
}

/** One page of a list that is here as a whole; `page` counts from 1. */
export const pageOfRows = <Row>(list: readonly Row[], page: number, rows: number): Row[] =>
  list.slice((page - 1) * rows, page * rows);
