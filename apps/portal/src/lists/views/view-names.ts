import { listSavedViews, longestViewName, type SavedView } from '@volume/contract/saved-views/saved-views.ts';
import { parseSearch, stringifySearch } from '#platform/search-text.ts';
import { paramsOf, type Values } from '#lists/filters.ts';
import type { ListSearch } from '#lists/list-search.ts';
import { readColumns } from '#lists/read-search.ts';

/** A named set of filters and columns; the state of the list remains in the address. */
export interface NamedView {
  name: string;
  /** The filters as a query string, `?riskCategory=HIGH`; empty for none. */
  search: string;
  /** The shown columns in order, `status.amount.payer`; without them, the user's own. */
  columns?: string | undefined;
}

/** A view that the team shares. */
export type TeamView = Omit<SavedView, 'columns'> & NamedView;

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
    const name = each.name.slice(0, longestViewName);
    return [{ name, search: readFilters(of, each.search), ...withColumns(each.columns) }];
  });
}

/**
 * Parses shared views from the API, with their filters and columns read like any address; one whose filters this build
 * does not know is left out.
 */
export function readSavedViews<Search>(of: ListSearch<Search>, text: string | null): TeamView[] {
  const { data = [] } = listSavedViews.response.safeParse(readJson(text));
  return data.flatMap(({ columns, ...view }) => {
    const search = readFilters(of, view.search);
    const isKnown = search !== '' || (view.search === '' && columns !== undefined);
    return isKnown ? [{ ...view, search, ...withColumns(columns?.join('.')) }] : [];
  });
}

const withColumns = (given: unknown): Pick<NamedView, 'columns'> => {
  const columns = readColumns(given);
  return columns === undefined ? {} : { columns };
};

const readFilters = <Search>(of: ListSearch<Search>, search: string): string =>
  filtersOf(of, of.read(parseSearch(search)));

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
}
