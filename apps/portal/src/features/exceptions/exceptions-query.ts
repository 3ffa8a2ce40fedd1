import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryOf } from '@volume/contract/endpoint.ts';
import { getException, listExceptions } from '@volume/contract/exceptions/exceptions.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from '#platform/queries/query-keys.ts';
import { type ExceptionSearch, exceptionSearch } from './exception-filters.ts';

type ExceptionQuery = QueryOf<typeof listExceptions>;

/** The request's query, with a zero-based page. A missing filter of the endpoint is a compile error. */
const toQuery = (search: ExceptionSearch): ExceptionQuery =>
  // It has no date filters, so today does not matter.
  exceptionSearch.toPage(search, '') satisfies Record<keyof ExceptionQuery, unknown>;

export const exceptionKeys = keysOf('exceptions');

export function exceptionsQuery(search: ExceptionSearch) {
  const query = toQuery(search);
  return queryOptions({
    queryKey: exceptionKeys.of(query),
    queryFn: ({ signal }) => call(listExceptions, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function exceptionQuery(exceptionId: string) {
  return queryOptions({
    queryKey: exceptionKeys.of('one', exceptionId),
    queryFn: ({ signal }) => call(getException, { params: { exceptionId }, signal }),
  });
}
