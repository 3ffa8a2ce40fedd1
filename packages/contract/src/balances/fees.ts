import * as z from 'zod/mini';
import { mayViewPayments } from '@volume/contract/access.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { MerchantParams } from '@volume/contract/ids.ts';
import { csvQuery } from '@volume/contract/lists/csv-query.ts';
import { pageOf } from '@volume/contract/lists/page.ts';
import { CsvZone } from '@volume/contract/lists/period.ts';
import { PageNumber, PageSize, SearchTerm } from '@volume/contract/lists/query-text.ts';
import { UtcDay } from '@volume/contract/merchants/fee.ts';
import { Amount, Currency } from '@volume/contract/money/money.ts';

/** A month in UTC. */
export const Month = z.string().check(z.regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-10'));

/** An exact amount in major units, with all its decimals: `875.169495`. */
const ExactAmount = z.string();

const FeeLine = z.object({
  percentage: z.number(),
  /** The days of the month on which the percentage was valid, both inclusive. */
  from: UtcDay,
  to: UtcDay,
  count: z.int(),
  amount: Amount,
  exactFee: ExactAmount,
});
export type FeeLine = z.output<typeof FeeLine>;

const FeesOfCurrency = z.object({
  currency: Currency,
  /** Pay-ins that revenue counts, and their amount. */
  count: z.int(),
  amount: Amount,
  /** The sum of the exact fees, rounded half up, once. Equals the `fee` of GET revenue for the month. */
  fee: Amount,
  lines: z.array(FeeLine),
  /** Pay-ins that were returned to their payers: they are not counted and have no fee. */
  returned: z.object({ count: z.int(), amount: Amount }),
});
export type FeesOfCurrency = z.output<typeof FeesOfCurrency>;

/** The fees of a merchant for the pay-ins made in a month (contract §8, Fees). */
export const FeeStatement = z.object({
  merchantId: z.string(),
  companyName: z.string(),
  month: Month,
  /** The month has not ended. */
  isSoFar: z.boolean(),
  /** Pay-ins of the month that are still in progress: each counts as soon as it is completed. */
  underWay: z.int(),
  /** Currencies without pay-ins are omitted. */
  currencies: z.array(FeesOfCurrency),
});
export type FeeStatement = z.output<typeof FeeStatement>;

const statement = {
  origin: 'ours',
  method: 'GET',
  access: { kind: 'any-of', authorities: mayViewPayments, effect: 'read' },
  readsReplica: true,
  params: MerchantParams,
} as const;

export const getFeeStatement = endpoint({
  ...statement,
  name: 'getFeeStatement',
  summary: 'The fees of a month’s pay-ins, by currency and percentage',
  path: 'merchants/{merchantId}/fees',
  query: z.object({ month: Month }),
  response: FeeStatement,
});

export const exportFees = endpoint({
  ...statement,
  name: 'exportFees',
  summary: 'Every pay-in of a month with its exact fee, in one currency, as CSV, oldest first',
  path: 'merchants/{merchantId}/fees/export',
  produces: 'csv',
  query: z.extend(z.object({ month: Month, currency: Currency }), csvQuery),
});

export const getFeeDocument = endpoint({
  ...statement,
  name: 'getFeeDocument',
  summary: 'The fee statement of a month in one currency as a PDF',
  path: 'merchants/{merchantId}/fees/document',
  produces: 'pdf',
  query: z.object({ month: Month, currency: Currency, zone: z.optional(CsvZone) }),
});

/** The fees of one merchant in one currency, for administrators. */
export const MerchantFees = z.object({
  merchantId: z.string(),
  companyName: z.string(),
  currency: Currency,
  count: z.int(),
  amount: Amount,
  fee: Amount,
});
export type MerchantFees = z.output<typeof MerchantFees>;

export const feeSorts = [
  'name,asc',
  'name,desc',
  'count,desc',
  'count,asc',
  'amount,desc',
  'amount,asc',
  'fee,desc',
  'fee,asc',
] as const;
const filters = {
  month: Month,
  /** Any part of the company name, or the merchant’s id. */
  search: z.optional(SearchTerm),
  currency: z.optional(Currency),
};

export const listFees = endpoint({
  name: 'listFees',
  summary: 'The fees of all merchants for a month, a row for each merchant and currency',
  origin: 'ours',
  method: 'GET',
  path: 'platform/fees',
  access: { kind: 'admin', effect: 'read' },
  readsReplica: true,
  query: z.object({
    ...filters,
    sort: z.prefault(z.enum(feeSorts), 'name,asc'),
    page: PageNumber,
    size: PageSize,
  }),
  response: z.extend(pageOf(MerchantFees), {
    isSoFar: z.boolean(),
    /** For all rows that the filters find: the sums of the merchants’ rounded fees. */
    totals: z.array(z.object({ currency: Currency, count: z.int(), amount: Amount, fee: Amount })),
  }),
});

export const exportAllFees = endpoint({
  name: 'exportAllFees',
  summary: 'The fees of all merchants for a month as CSV, by name',
  origin: 'ours',
  method: 'GET',
  path: 'platform/fees/export',
  produces: 'csv',
  access: { kind: 'admin', effect: 'read' },
  readsReplica: true,
  query: z.extend(z.object(filters), csvQuery),
});

export const feeEndpoints = { getFeeStatement, exportFees, getFeeDocument, listFees, exportAllFees };
