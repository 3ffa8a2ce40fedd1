import { defineSearch } from '#lists/list-search.ts';

/** Page and rows of the exchanges in the address of their page; the call takes no filters. Apart from the list, for the entry reads it before that is there. */
export const exchangeSearch = defineSearch({ filters: [], sorts: ['created-desc'] });

export type ExchangeSearch = ReturnType<typeof exchangeSearch.read>;
