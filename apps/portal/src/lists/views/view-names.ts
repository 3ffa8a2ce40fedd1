import { listSharedViews, longestViewName, type SharedView } from '@volume/contract/shared-views.ts';
import { parseSearch, stringifySearch } from '#platform/search-text.ts';
import { paramsOf, type Values } from '#lists/filters.ts';
import type { ListSearch } from '#lists/list-search.ts';

/** A name for filters; the address stays the state, a view is one of them. */
export interface SavedView {
  name: string;
  /** The filters as an address writes them, `?riskCategory=HIGH`; empty for none. */
  search: string;
}

/** One that somebody shares with their team. */
export type TeamView = SavedView & Pick<SharedView, 'viewId' | 'sharedBy' | 'isOwn'>;

/** The filters of an address alone, written in one order: not where one is in the list, nor whose it is. */
export const filtersOf = <Search>({ filters }: ListSearch<Search>, search: Search): string =>
  stringifySearch(Object.fromEntries(filters.flatMap(paramsOf).map((param) => [param, (search as Values)[param]])));

/** What a view asks for, read as any address is. */
export const searchOf = <Search>({ read }: ListSearch<Search>, { search }: SavedView): Search =>
  read(parseSearch(search));

/** The views stored as text; what is not one is left out. */
export function readViews<Search>(of: ListSearch<Search>, text: string | null): SavedView[] {
  const given = readJson(text);
  if (!Array.isArray(given)) return [];
  return given.flatMap((each: Partial<SavedView> | null) => {
    if (typeof each?.name !== 'string' || typeof each.search !== 'string') return [];
    return [{ name: each.name.slice(0, longestViewName), search: readFilters(of, each.search) }];
  });
}

/** The shared views as the API answered them, their filters read as any address is; one that asks for nothing is left out. */
export function readTeamViews<Search>(of: ListSearch<Search>, text: string | null): TeamView[] {
  const { data = [] } = listSharedViews.response.safeParse(readJson(text));
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
