import { refundStatuses } from '@volume/contract/pay-ins/labels.ts';
import { createdDays } from '#lists/filters.ts';
import { defineSearch } from '#lists/list-search.ts';
import { readColumns, readId } from '#lists/read-search.ts';
import type { NamedCall } from '#platform/calls/capabilities.ts';

/** An API with only the specification's endpoints would silently ignore the filters that need this one. */
const needs = {
  method: 'GET',
  path: 'merchants/{}/application/{}/outbound-payments/{}',
  origin: 'ours',
} as const satisfies NamedCall;

/** §2 Search parameters; one currency at a time, GBP by default (§2 Defaults). Apart from the list, because boot code reads the address before it has loaded. */
export const payoutSearch = defineSearch({
  filters: [
    {
      kind: 'search',
      param: 'searchFilter',
      wire: 'globalSearch',
      label: 'Search payouts',
      placeholder: 'Recipient, account, id',
      shortcut: '/',
      needs,
    },
    { kind: 'switch', param: 'currency', wire: 'currency', label: 'Currency', values: ['GBP', 'EUR'] },
    createdDays,
    { kind: 'choices', param: 'statuses', wire: 'statuses', label: 'Status', values: refundStatuses, needs },
  ],
  sorts: ['created-desc', 'created-asc'],
  readOther: (given) => ({
    applicationId: readId(given['applicationId']),
    columns: readColumns(given['columns']),
    /** The payout that is open next to the list. */
    payout: readId(given['payout']),
  }),
});

export type PayoutSearch = ReturnType<typeof payoutSearch.read>;
