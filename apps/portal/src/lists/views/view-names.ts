import { listSavedViews, longestViewName, type SavedView } from '@volume/contract/saved-views/saved-views.ts';
import { parseSearch, stringifySearch } from '#platform/search-text.ts';
import { paramsOf, type Values } from '#lists/filters.ts';
import type { ListSearch } from '#lists/list-search.ts';

/** A named set of filters; the state of the list remains in the address. */
export interface NamedView {
  name: string;
  /** The filters as a query string, `?riskCategory=HIGH`; empty for none. */
  search: string;
}

/** Only the filters of a search as a query string in a fixed order, without paging and application. */
export const filtersOf = <Search>({ filters }: ListSearch<Search>, search: Search): string =>
  stringifySearch(Object.fromEntries(filters.flatMap(paramsOf).map((param) => [param, (search as Values)[param]])));

export const searchOf = <Search>({ read }: ListSearch<Search>, { search }: NamedView): Search =>
  read(parseSearch(search));

/** Parses stored views; invalid ones are left out. */
export function readOwnViews<Search>(of: ListSearch<Search>, text: string | null): NamedView[] {
  const given = readJson(text);
  if (!Array.isArray(given)) return [];
  return given.flatMap((each: Partial<NamedView> | null) => {
    if (typeof each?.name !== 'string' || typeof each.search !== 'string') return [];
    return [{ name: each.name.slice(0, longestViewName), search: readFilters(of, each.search) }];
  });
}

/** Parses shared views from the API, with their filters read like any address; one without filters is left out. */
export function readSavedViews<Search>(of: ListSearch<Search>, text: string | null): SavedView[] {
  const { data = [] } = listSavedViews.response.safeParse(readJson(text));
  return data.map((view) => ({ ...view, search: readFilters(of, view.search) })).filter(({ search }) => search !== '');
}

const readFilters = <Search>(of: ListSearch<Search>, search: string): string =>
  filtersOf(of, of.read(parseSearch(search)));

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
}
