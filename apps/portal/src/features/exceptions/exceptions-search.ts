import { exceptionKinds, exceptionStates } from '@volume/contract/exception-words.ts';
import { readChoices, readId, readPage, readWhole } from '#lists/read-search.ts';

/** What the address of the exceptions says; undefined stands for the default. */
export type ExceptionsSearch = ReturnType<typeof readExceptionsSearch>;

/** Reads the search parameters; what is unknown or hostile falls back silently. */
export function readExceptionsSearch(given: Record<string, unknown>) {
  return {
    state: readChoices(given['state'], exceptionStates),
    kind: readChoices(given['kind'], exceptionKinds),
    merchantId: readId(given['merchantId']),
    page: readPage(given['page']),
    rows: readWhole(given['rows'], 100),
    /** The exception that stands open beside the list. */
    exception: readId(given['exception']),
  };
}
