import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { feeSorts, getFeeStatement, listFees } from '@volume/contract/balances/fees.ts';
import type { QueryOf } from '@volume/contract/endpoint.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from '#platform/queries/query-keys.ts';
import { type FeesSearch, feesSearch, monthIn } from './fee-search.ts';

const feeKeys = keysOf('fees');
const feeStatementKeys = keysOf('fee-statement');

export function feeStatementQuery(merchantId: string, month: string) {
  return queryOptions({
    queryKey: feeStatementKeys.of(merchantId, month),
    queryFn: ({ signal }) => call(getFeeStatement, { params: { merchantId }, query: { month }, signal }),
  });
}

type FeesQuery = QueryOf<typeof listFees>;

/** The request's query, with a zero-based page. A missing filter of the endpoint is a compile error. */
export const toFeesQuery = (search: FeesSearch): FeesQuery =>
  ({
    // It has no date filters, so today does not matter.
    ...feesSearch.toPage(search, ''),
    month: monthIn(search),
    sort: feeSorts.find((sort) => sort.replace(',', '-') === feesSearch.sortOf(search)) ?? 'name,asc',
  }) satisfies Record<keyof FeesQuery, unknown>;

export function feesQuery(search: FeesSearch) {
  const query = toFeesQuery(search);
  return queryOptions({
    queryKey: feeKeys.of(query),
    queryFn: ({ signal }) => call(listFees, { query, signal }),
    placeholderData: keepPreviousData,
  });
}
