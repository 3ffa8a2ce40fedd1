import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryOf } from '@volume/contract/endpoint.ts';
import { getException, listExceptions } from '@volume/contract/exceptions.ts';
import { call } from '#platform/provider-api.ts';
import { type ExceptionSearch, exceptionSearch } from './exception-filters.ts';

type ExceptionQuery = QueryOf<typeof listExceptions>;

/** The call's query for an address, the page zero-based. A filter of the call that is left out does not compile. */
const toQuery = (search: ExceptionSearch): ExceptionQuery =>
  // No filter of it is a day.
  exceptionSearch.toPage(search, '') satisfies Record<keyof ExceptionQuery, unknown>;

/** One page of exceptions; the old rows stand while others load. */
export function exceptionsQuery(search: ExceptionSearch) {
  const query = toQuery(search);
  return queryOptions({
    queryKey: ['exceptions', query],
    queryFn: ({ signal }) => call(listExceptions, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One exception, with what we hold and what was booked. */
export function exceptionQuery(exceptionId: string) {
  return queryOptions({
    queryKey: ['exceptions', 'one', exceptionId],
    queryFn: ({ signal }) => call(getException, { params: { exceptionId }, signal }),
  });
}
