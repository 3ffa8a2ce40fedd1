import {
  type QueryFunction,
  type QueryKey,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useState } from 'react';
import { searchRefusal } from '#platform/errors.ts';
import type { ListSearch } from './list-search.ts';
import type { LivePage } from '#lists/live/compare-rows.ts';

export interface Found<Row> {
  /** Undefined while the first rows load. */
  rows: readonly Row[] | undefined;
  /** The number of all matching rows; undefined until it is known. */
  total: number | undefined;
  /** There are more rows than `total`. */
  isAtLeast?: boolean | undefined;
  /** Shown instead of the rows; null while there are rows. */
  error: Error | null;
  isBusy: boolean;
  /** Rows of another page or other filters are shown while these load. */
  isStale: boolean;
  onRetry: () => void;
  live?: LiveSource<Row> | undefined;
  refused?: RefusedSearch | undefined;
}

/** The API refused a search text as too short (contract §3, Filters): the rows of the previous search are shown. */
export interface RefusedSearch {
  /** The API's message for the user. */
  sentence: string;
  /** The search whose rows are still shown; undefined without one. */
  shown: object | undefined;
}

interface Searched {
  /** Identifies the list, so that rows of another application are never kept. */
  of: string;
  search: object;
}

interface LiveSource<Row> {
  list: { queryKey: QueryKey; read: QueryFunction<LivePage<Row>> };
  shown: LivePage<Row>;
  /** Milliseconds. */
  shownAt: number;
}

/** The state of a list whose endpoint returns pages. */
export function useFound<Row, Page extends LivePage<Row>, Key extends QueryKey>(
  options: UseQueryOptions<Page, Error, Page, Key>,
  searched?: Searched,
): Found<Page['content'][number]> {
  const { data, error, isPlaceholderData, isFetching, dataUpdatedAt, refetch } = useQuery(options);
  const shown = isPlaceholderData ? undefined : data;
  const last = useLastShown(shown, searched);
  const sentence = data ? undefined : searchRefusal(error);
  const refused = sentence === undefined ? undefined : { sentence, shown: last?.search };
  const page = refused ? last?.page : data;
  return {
    rows: refused ? (page?.content ?? []) : page?.content,
    total: page?.totalElements,
    isAtLeast: page?.isTotalAtLeast,
    refused,
    error: shown || refused ? null : error,
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

function useLastShown<Page>(page: Page | undefined, searched: Searched | undefined) {
  const [last, setLast] = useState<Searched & { page: Page }>();
  if (page && searched && page !== last?.page) setLast({ ...searched, page });
  return last?.of === searched?.of ? last : undefined;
}

/** The state of a list whose endpoint returns all rows: one page of the matching ones, in their order. */
export function foundHere<Row, Search>(
  { error, isFetching, refetch }: Pick<UseQueryResult<unknown>, 'error' | 'isFetching' | 'refetch'>,
  matching: readonly Row[] | undefined,
  { pageOf, rowsOf }: ListSearch<Search>,
  search: Search,
): Found<Row> {
  return {
    rows: matching && pageOfRows(matching, pageOf(search), rowsOf(search)),
    total: matching?.length,
    error: matching ? null : error,
    isBusy: isFetching,
    isStale: false,
    onRetry: () => void refetch(),
  };
}

/** One page of a complete list; `page` counts from 1. */
export const pageOfRows = <Row>(list: readonly Row[], page: number, rows: number): Row[] =>
  list.slice((page - 1) * rows, page * rows);
