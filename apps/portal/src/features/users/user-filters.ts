import { defineSearch } from '#lists/list-search.ts';

/** The address of the users (contract §9 Addresses); here apart from the list, for the entry reads it before that is there. */
export const userSearch = defineSearch({
  filters: [
    {
      kind: 'search',
      param: 'searchFilter',
      wire: 'searchFilter',
      label: 'Search users',
      placeholder: 'Name, email or role',
      shortcut: '/',
    },
  ],
  sizes: [50, 10, 25, 100],
});

export type UserSearch = ReturnType<typeof userSearch.read>;
