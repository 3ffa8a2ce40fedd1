import { parseSearch, stringifySearch } from '#platform/search-text.ts';
import { paramsOf, type Values } from '#lists/filters.ts';
import type { ListSearch } from '#lists/list-search.ts';

/** A name for filters; the address stays the state, a view is one of them. */
export interface SavedView {
  name: string;
  /** The filters as an address writes them, `?riskCategory=HIGH`; empty for none. */
  search: string;
}

const longestName = 40;
const mostViews = 20;

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

interface Names {
  given: readonly SavedView[];
  own: readonly SavedView[];
}

/** What is wrong with a name for a view, undefined when nothing is; `current` is the name it has now. */
export function whyNotName(name: string, { given, own }: Names, current?: string): string | undefined {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return 'Enter a name';
  if (name.trim().length > longestName) return `Use ${longestName} characters or fewer`;
  const others = [...given, ...own].filter((view) => view.name !== current);
  if (others.some((view) => view.name.toLowerCase() === wanted)) return 'A view with this name already exists';
  if (current === undefined && own.length >= mostViews)
    return `You can save up to ${mostViews} views. Delete one first`;
  return undefined;
}
