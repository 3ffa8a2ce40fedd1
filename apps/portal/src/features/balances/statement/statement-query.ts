import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getStatement } from '@volume/contract/balances.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';

export interface StatementPeriod {
  payInAccountId: number;
  /** UTC days, 'YYYY-MM-DD', both included. */
  from: string;
  to: string;
  /** From 1. */
  page: number;
}

/** Lines on one page. */
export const statementRows = 10;

/** The first and the last moment of whole UTC days. */
export const periodOf = ({ from, to }: Pick<StatementPeriod, 'from' | 'to'>) => ({
  from: `${from}T00:00:00.000`,
  to: `${to}T23:59:59.999`,
});

/** One page of an account's statement, between its opening and closing balance. */
export function statementQuery(scope: Scope, { payInAccountId, from, to, page }: StatementPeriod) {
  const query = { ...periodOf({ from, to }), page: page - 1, size: statementRows };
  return queryOptions({
    queryKey: ['statement', scope, payInAccountId, query],
    queryFn: ({ signal }) =>
      call(getStatement, { params: { ...scope, payInAccountId }, query, signal, applicationId: scope.applicationId }),
    placeholderData: keepPreviousData,
  });
}
