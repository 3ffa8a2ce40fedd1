import { currencies } from '@volume/contract/money/currencies.ts';
import {
  heldFilters,
  paymentStatuses,
  paymentTypes,
  refundedFilters,
  returnedFilters,
  reviewedFilters,
  riskCategories,
  sampleFilters,
  utcHours,
} from '@volume/contract/pay-ins/labels.ts';
import type { PayInQuery } from '@volume/contract/pay-ins/pay-ins.ts';
import { createdDays, type Filter } from '#lists/filters.ts';
import { defineSearch } from '#lists/list-search.ts';
import { readColumns, readId } from '#lists/read-search.ts';

/** The filters of §2 in chip order. Apart from the list, because boot code reads the address before it has loaded. */
const filters = [
  {
    kind: 'search',
    param: 'searchFilter',
    wire: 'globalSearch',
    label: 'Search pay-ins',
    placeholder: 'Payer, reference, id',
    shortcut: '/',
  },
  {
    ...createdDays,
    disabledBy: 'searchFilter',
  },
  { kind: 'choices', param: 'paymentStatuses', wire: 'paymentStatuses', label: 'Status', values: paymentStatuses },
  { kind: 'choices', param: 'currencies', wire: 'currencies', label: 'Currency', values: currencies },
  { kind: 'amounts', from: 'amountFrom', to: 'amountTo', wire: ['minAmount', 'maxAmount'], label: 'Amount' },
  { kind: 'choices', param: 'paymentTypes', wire: 'paymentTypes', label: 'Type', values: paymentTypes },
  {
    kind: 'choices',
    param: 'riskCategory',
    wire: 'riskCategory',
    label: 'Risk',
    values: riskCategories,
    noun: 'risk',
  },
  { kind: 'choice', param: 'refundedFilter', wire: 'refundedFilter', label: 'Refunded', values: refundedFilters },
  { kind: 'choice', param: 'heldFilter', wire: 'heldFilter', label: 'Held', values: heldFilters },
  {
    kind: 'choice',
    param: 'returnedFilter',
    wire: 'returnedFilter',
    label: 'Returned',
    values: returnedFilters,
    needs: { method: 'GET', path: 'merchants/{}/fees', origin: 'ours' },
  },
  {
    kind: 'choice',
    param: 'reviewedFilter',
    wire: 'reviewedFilter',
    label: 'Reviewed',
    values: reviewedFilters,
    needs: { method: 'POST', path: 'payments/{}/review', origin: 'ours' },
  },
  {
    kind: 'choice',
    param: 'sampleFilter',
    wire: 'sampleFilter',
    label: 'Sample payments',
    values: sampleFilters,
    noun: 'sample payments',
    needs: { method: 'POST', path: 'merchants/{}/applications/{}/sample-payments', origin: 'ours' },
  },
  { kind: 'search', param: 'institutionId', wire: 'institutionId', label: 'Bank' },
  { kind: 'search', param: 'failureReason', wire: 'failureReason', label: 'Reason' },
  { kind: 'choice', param: 'failureHour', wire: 'failureHour', label: 'Hour', values: utcHours, noun: 'h UTC' },
] as const satisfies readonly Filter[];

const readOther = (given: Readonly<Record<string, unknown>>) => ({
  applicationId: readId(given['applicationId']),
  columns: readColumns(given['columns']),
});

const sorts = ['created-desc', 'created-asc'] as const;

export const payInSearch = defineSearch({ filters, sorts, readOther });

export const adminPayInSearch = defineSearch({
  filters: [...filters, { kind: 'id', param: 'merchantId', wire: 'merchantId', label: 'Merchant', placeholder: 'Id' }],
  sorts,
  readOther,
});

export type PayInSearch = ReturnType<typeof payInSearch.read>;
export type AdminPayInSearch = ReturnType<typeof adminPayInSearch.read>;

/**
 * Builds the request's query from the address (§7), with a zero-based page. Only administrators send `merchantId`; a
 * merchant's token implies it. A missing filter of the endpoint is a compile error.
 */
export function toPayInQuery(
  search: PayInSearch,
  { today, merchantId }: { today: string; merchantId?: string | undefined },
): PayInQuery {
  return {
    ...payInSearch.toPage(search, today),
    applicationId: search.applicationId,
    merchantId,
    sort: search.sort === 'created-asc' ? ('createdAt,asc' as const) : ('createdAt,desc' as const),
    includeNewPayments: true,
    // A field that is missing here needs an entry in the filters above. Filtering by merchantPaymentId is for merchants'
    // servers; the portal has the search.
  } satisfies Record<Exclude<keyof PayInQuery, 'merchantPaymentId'>, unknown>;
}
