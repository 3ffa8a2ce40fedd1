import { defineSearch } from '#lists/list-search.ts';

/** The address of the merchant list and of one merchant's applications (contract §9 Addresses); here apart from the list, for the entry reads it before that is there. */
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
  // Names and what is set from the least, figures from the most.
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
