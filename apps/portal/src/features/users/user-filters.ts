import { defineSearch } from '#lists/list-search.ts';

/** Contract §9 Addresses. Apart from the list, because boot code reads the address before it has loaded. */
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
