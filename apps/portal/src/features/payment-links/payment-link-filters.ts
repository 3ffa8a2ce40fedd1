import { paymentLinkStatuses } from '@volume/contract/pay-ins/labels.ts';
import { defineSearch } from '#lists/list-search.ts';

/** The search parameters of the payment links (§2), twenty per page by default (§9 Pay-by-link). */
export const paymentLinkSearch = defineSearch({
  filters: [
    {
      kind: 'search',
      param: 'searchFilter',
      wire: 'globalSearch',
      label: 'Search payment links',
      placeholder: 'Order, reference, link',
      shortcut: '/',
    },
    { kind: 'choices', param: 'statuses', wire: 'statuses', label: 'Status', values: paymentLinkStatuses },
  ],
  sizes: [20, 10, 25, 50, 100],
  sorts: ['created-desc'],
});

export type PaymentLinkSearch = ReturnType<typeof paymentLinkSearch.read>;
