import { defineSearch } from '#lists/list-search.ts';

/** The address of the payment links (§2), twenty a page by default (§9 Pay-by-link); the call takes no filters. */
export const paymentIntentSearch = defineSearch({ filters: [], sizes: [20, 50, 100], sorts: ['created-desc'] });

export type PaymentIntentSearch = ReturnType<typeof paymentIntentSearch.read>;
