import { defineSearch } from '#lists/list-search.ts';

/** The endpoint takes no filters. Separate from the list, because boot code reads the address before the list has loaded. */
export const exchangeSearch = defineSearch({ filters: [], sorts: ['created-desc'] });

export type ExchangeSearch = ReturnType<typeof exchangeSearch.read>;
