import { parseSearch, stringifySearch } from '#platform/search-text.ts';
import { paramsOf, type Values } from '#lists/filters.ts';
import type { ListSearch } from '#lists/list-search.ts';

/** A name for filters; the address stays the state, a view is one of them. */
export interface SavedView {
  name: string;
  /** The filters as an address writes them, `?riskCategory=HIGH`; empty for none. */
  search: string;
}

export const longestName = 40;

/** The filters of an address alone, written in one order: not where one is in the list, nor whose it is. */
export const filtersOf = <Search>({ filters }: ListSearch<Search>, search: Search): string =>
  stringifySearch(Object.fromEntries(filters.flatMap(paramsOf).map((param) => [param, (search as Values)[param]])));

/** What a view asks for, read as any address is. */
export const searchOf = <Search>({ read }: ListSearch<Search>, { search }: SavedView): Search =>
  read(parseSearch(search));

/** The views stored as text; what is not one is left out. */
export function readViews<Search>(of: ListSearch<Search>, text: string | null): SavedView[] {
  let given: unknown;
  try {
    given = JSON.parse(text ?? '[]');
  } catch {
    given = [];
  }
  if (!Array.isArray(given)) return [];
  return given.flatMap((each: Partial<SavedView> | null) => {
    if (typeof each?.name !== 'string' || typeof each.search !== 'string') return [];
    return [{ name: each.name.slice(0, longestName), search: filtersOf(of, of.read(parseSearch(each.search))) }];
  });
}
