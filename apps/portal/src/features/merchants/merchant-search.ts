import { readPage, readText } from '#lists/read-search.ts';

/** What the addresses of the merchant list and of one merchant's applications say; undefined stands for the default. */
export interface MerchantSearch {
  searchFilter: string | undefined;
  page: number | undefined;
  rows: number | undefined;
  sort: MerchantSort | undefined;
}

/** What the list can be sorted by. */
export type MerchantSortKey = 'company' | 'applications' | 'fee' | 'gbp' | 'eur' | 'failed' | 'last';
/** Left out: by company, from A. */
export type MerchantSort = `${MerchantSortKey}-${'asc' | 'desc'}`;

/** Rows a page; the first is the default. */
export const merchantPageSizes = [25, 50, 100] as const;

/** Reads the search parameters; what is unknown or hostile falls back silently (§5, contract §9 Addresses). */
export function readMerchantSearch(given: Record<string, unknown>): MerchantSearch {
  return {
    searchFilter: readText(given['searchFilter']),
    page: readPage(given['page']),
    rows: merchantPageSizes.find((size) => String(size) === String(given['rows'])),
    sort: readSort(given['sort']),
  };
}

function readSort(given: unknown): MerchantSort | undefined {
  const isOrder = /^((company|applications|fee|gbp|eur|failed|last)-(asc|desc))$/.test(String(given));
  return isOrder && given !== 'company-asc' ? (given as MerchantSort) : undefined;
}
