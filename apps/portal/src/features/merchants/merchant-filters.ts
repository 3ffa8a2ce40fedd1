import { defineSearch } from '#lists/list-search.ts';

/**
 * The search parameters of the merchant list and of a merchant's applications (contract §9 Addresses). Kept apart from
 * the list because boot code reads the address before the list has loaded.
 */
export const merchantSearch = defineSearch({
  filters: [
    {
      kind: 'search',
      param: 'searchFilter',
      wire: 'searchFilter',
      label: 'Search merchants',
      placeholder: 'Company, email, id',
      shortcut: '/',
    },
  ],
  sizes: [25, 10, 50, 100],
  // Names and settings sort ascending first, figures descending.
  sorts: [
    'company-asc',
    'company-desc',
    'applications-asc',
    'applications-desc',
    'fee-asc',
    'fee-desc',
    'gbp-desc',
    'gbp-asc',
    'eur-desc',
    'eur-asc',
    'failed-desc',
    'failed-asc',
    'last-desc',
    'last-asc',
  ],
});

export type MerchantSearch = ReturnType<typeof merchantSearch.read>;
export type MerchantSort = NonNullable<MerchantSearch['sort']>;
