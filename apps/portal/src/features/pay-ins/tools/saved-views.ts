import { type PayInSearch, readPayInSearch } from '#features/pay-ins/pay-in-search.ts';
import { parseSearch, stringifySearch } from '#platform/search-text.ts';

/** A name for filters; the address stays the state, a view is one of them. */
export interface SavedView {
  name: string;
  /** The filters as an address writes them, `?riskCategory=HIGH`; empty for none. */
  search: string;
}

/** Where every list begins; these are always there. */
export const givenViews: readonly SavedView[] = [
  { name: 'All pay-ins', search: '' },
  { name: 'Held', search: '?heldFilter=HELD' },
  { name: 'High risk', search: '?riskCategory=HIGH' },
  { name: 'Failed', search: '?paymentStatuses=FAILED' },
];

const longestName = 40;
const mostViews = 20;

/** The filters of an address alone, written in one order: not where one is in the list, nor whose it is. */
export function filtersOf(search: Partial<PayInSearch>): string {
  const { page: _page, rows: _rows, applicationId: _application, ...filters } = search;
  return stringifySearch(filters);
}

/** What a view asks for, read as any address is. */
export const searchOf = ({ search }: SavedView): PayInSearch => readPayInSearch(parseSearch(search));

/** The views kept as text; what is not one is left out. */
export function readViews(text: string | null): SavedView[] {
  let given: unknown;
  try {
    given = JSON.parse(text ?? '[]');
  } catch {
    given = [];
  }
  if (!Array.isArray(given)) return [];
  return given.flatMap((each: Partial<SavedView> | null) => {
    if (typeof each?.name !== 'string' || typeof each.search !== 'string') return [];
    return [{ name: each.name.slice(0, longestName), search: filtersOf(readPayInSearch(parseSearch(each.search))) }];
  });
}

/** What is wrong with a name for a view, undefined when nothing is; `own` is the name it has now. */
export function whyNotName(name: string, views: readonly SavedView[], own?: string): string | undefined {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return 'Enter a name';
  if (name.trim().length > longestName) return `Use ${longestName} characters or fewer`;
  const others = [...givenViews, ...views].filter((view) => view.name !== own);
  if (others.some((view) => view.name.toLowerCase() === wanted)) return 'A view with this name already exists';
  if (own === undefined && views.length >= mostViews) return `You can save up to ${mostViews} views. Delete one first`;
  return undefined;
}
