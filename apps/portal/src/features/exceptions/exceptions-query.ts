import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getException, listExceptions } from '@volume/contract/exceptions.ts';
import { call } from '#platform/provider-api.ts';
import type { ExceptionsSearch } from './exceptions-search.ts';

/** The page shown, from 1, and the rows on it. */
export const pageOf = (search: ExceptionsSearch): number => search.page ?? 1;
export const rowsOf = (search: ExceptionsSearch): number => search.rows ?? 10;

/** One page of exceptions; the old rows stand while others load. */
export function exceptionsQuery(search: ExceptionsSearch) {
  const { state, kind, merchantId } = search;
  const query = {
    ...(state.length > 0 && { state }),
    ...(kind.length > 0 && { kind }),
    ...(merchantId !== undefined && { merchantId }),
    page: pageOf(search) - 1,
    size: rowsOf(search),
  };
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
