import type { ExplainQuery } from '@volume/contract/explain/explain.ts';
import type { FigureName } from '@volume/contract/explain/figures.ts';
import { readPage, readText } from '#lists/read-search.ts';

/** The parameters of GET explain in the names and the form of its query: the types name one that is missing here. */
const filters: Record<Exclude<keyof ExplainQuery, 'figure' | 'applicationId' | 'sort'>, true> = {
  startDateTimeUtc: true,
  endDateTimeUtc: true,
  currency: true,
  payInAccountId: true,
  month: true,
  search: true,
  paymentStatuses: true,
  institutionId: true,
  failureReason: true,
  failureHour: true,
  statuses: true,
  globalSearch: true,
  currencies: true,
  merchantPaymentId: true,
  minAmount: true,
  maxAmount: true,
  paymentTypes: true,
  refundedFilter: true,
  heldFilter: true,
  riskCategory: true,
  returnedFilter: true,
  reviewedFilter: true,
  sampleFilter: true,
  includeNewPayments: true,
  bulkJobId: true,
  merchantId: true,
  at: true,
};

/** A figure with its filters as texts, so that it fits into an address and a page needs no schema to draw its link. */
export type FigureOf = { figure: FigureName } & { [Name in keyof typeof filters]?: string | undefined };

/** The address of an explanation. With a `part` it shows its rows, in pages from 1. */
export interface ExplainSearch extends Omit<FigureOf, 'figure'> {
  figure?: string | undefined;
  part?: string | undefined;
  key?: string | undefined;
  page?: number | undefined;
}

export const readExplainSearch = (given: Readonly<Record<string, unknown>>): ExplainSearch => ({
  ...Object.fromEntries(
    ['figure', ...Object.keys(filters), 'part', 'key'].map((name) => [name, readText(given[name])]),
  ),
  page: readPage(given['page']),
});
