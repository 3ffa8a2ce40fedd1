import type { FigureName } from '@volume/contract/explain/figures.ts';
import { readPage, readText } from '#lists/read-search.ts';

/** The parameters of GET explain that screens use, in the names and the form of its query. */
const names = [
  'startDateTimeUtc',
  'endDateTimeUtc',
  'currency',
  'payInAccountId',
  'month',
  'search',
  'paymentStatuses',
  'institutionId',
  'failureReason',
  'failureHour',
  'statuses',
  'globalSearch',
  'currencies',
  'merchantPaymentId',
  'minAmount',
  'maxAmount',
  'paymentTypes',
  'refundedFilter',
  'heldFilter',
  'riskCategory',
  'returnedFilter',
  'reviewedFilter',
  'sampleFilter',
  'includeNewPayments',
  'bulkJobId',
  'merchantId',
  'at',
] as const;

/** A figure with its filters as texts, so that it fits into an address and a page needs no schema to draw its link. */
export type FigureOf = { figure: FigureName } & { [Name in (typeof names)[number]]?: string | undefined };

/** The address of an explanation. With a `part` it shows its rows, in pages from 1. */
export interface ExplainSearch extends Omit<FigureOf, 'figure'> {
  figure?: string | undefined;
  part?: string | undefined;
  key?: string | undefined;
  page?: number | undefined;
}

export const readExplainSearch = (given: Readonly<Record<string, unknown>>): ExplainSearch => ({
  ...Object.fromEntries(['figure', ...names, 'part', 'key'].map((name) => [name, readText(given[name])])),
  page: readPage(given['page']),
});
