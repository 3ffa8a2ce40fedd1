import { exceptionKinds, exceptionStates } from '@volume/contract/exception-words.ts';
import { defineSearch } from '#lists/list-search.ts';
import { readId } from '#lists/read-search.ts';

/** The address of the exceptions; here apart from the list, for the entry reads it before that is there. */
export const exceptionSearch = defineSearch({
  filters: [
    { kind: 'choices', param: 'state', wire: 'state', label: 'State', values: exceptionStates },
    { kind: 'choices', param: 'kind', wire: 'kind', label: 'Difference', values: exceptionKinds },
    { kind: 'id', param: 'merchantId', wire: 'merchantId', label: 'Merchant', placeholder: 'Id' },
  ],
  sorts: ['first-desc'],
  /** The exception that stands open beside the list. */
  readOther: (given) => ({ exception: readId(given['exception']) }),
});

export type ExceptionSearch = ReturnType<typeof exceptionSearch.read>;
