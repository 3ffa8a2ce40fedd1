import { refundStatuses } from '@volume/contract/pay-ins/labels.ts';
import { createdDays } from '#lists/filters.ts';
import { defineSearch } from '#lists/list-search.ts';
import { readId } from '#lists/read-search.ts';

/** §2 Search parameters. Apart from the list, because boot code reads the address before it has loaded. */
export const payoutSearch = defineSearch({
  filters: [
    {
      kind: 'search',
      param: 'searchFilter',
      wire: 'globalSearch',
      label: 'Search payouts',
      placeholder: 'Recipient, account, id',
      shortcut: '/',
    },
    { kind: 'switch', param: 'currency', wire: 'currency', label: 'Currency', values: ['GBP', 'EUR'] },
    createdDays,
    { kind: 'choices', param: 'statuses', wire: 'statuses', label: 'Status', values: refundStatuses },
  ],
  sorts: ['created-desc', 'created-asc'],
  readOther: (given) => ({
    applicationId: readId(given['applicationId']),
    /** The payout that is open next to the list. */
    payout: readId(given['payout']),
  }),
});

export type PayoutSearch = ReturnType<typeof payoutSearch.read>;
