import { exceptionKinds, exceptionStates } from '@volume/contract/exceptions/labels.ts';
import { defineSearch } from '#lists/list-search.ts';
import { readColumns, readId } from '#lists/read-search.ts';

/** Apart from the list, because boot code reads the address before it has loaded. */
export const exceptionSearch = defineSearch({
  filters: [
    { kind: 'choices', param: 'state', wire: 'state', label: 'State', values: exceptionStates },
    { kind: 'choices', param: 'kind', wire: 'kind', label: 'Difference', values: exceptionKinds },
    { kind: 'id', param: 'merchantId', wire: 'merchantId', label: 'Merchant', placeholder: 'Id' },
  ],
  sorts: ['first-desc'],
  readOther: (given) => ({
    columns: readColumns(given['columns']),
    /** The exception that is open next to the list. */
    exception: readId(given['exception']),
  }),
});

export type ExceptionSearch = ReturnType<typeof exceptionSearch.read>;
