import { bankStates, countryCodes } from '@volume/contract/institutions/bank-labels.ts';
import { defineSearch } from '#lists/list-search.ts';

/** Apart from the list, because the route reads the address before the list has loaded. */
export const bankSearch = defineSearch({
  filters: [
    {
      kind: 'search',
      param: 'search',
      wire: 'search',
      label: 'Search banks',
      placeholder: 'Name or id',
      shortcut: '/',
    },
    { kind: 'choices', param: 'state', wire: 'state', label: 'State', values: bankStates },
    { kind: 'choices', param: 'country', wire: 'country', label: 'Country', values: countryCodes },
  ],
  sizes: [50, 10, 25, 100],
});

export type BankSearch = ReturnType<typeof bankSearch.read>;
