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
  refused?: RefusedSearch | undefined;
}

/** The API needs a longer search text (contract §3, Filters): the rows are those of the search before. */
export interface RefusedSearch {
  /** The API's, for the person who typed. */
  sentence: string;
  /** The search whose rows are still shown; undefined when there was none. */
  shown: object | undefined;
}

/** The list and the search that a call is made for. */
interface Searched {
  /** Names the list, so that rows of another application are never kept. */
  of: string;
  search: object;
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

/** The last page that was shown of the same list, and its search. */
function useLastShown<Page>(page: Page | undefined, searched: Searched | undefined) {
  const [last, setLast] = useState<Searched & { page: Page }>();
  if (page && searched && page !== last?.page) setLast({ ...searched, page });
  return last?.of === searched?.of ? last : undefined;
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
