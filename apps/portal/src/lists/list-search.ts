import type { OpenRange } from '#design/days/date-presets.ts';
import {
  daysIn,
  type Filter,
  type FilterSearch,
  type FilterWire,
  isOn,
  paramsOf,
  readFilter,
  toWire,
  type Values,
} from './filters.ts';
import { readPage, readWhole } from './read-search.ts';

/** The paging in every list's address: the page from 1 and the rows per page; undefined is the default. */
type Paging<Page extends string, Rows extends string> = Record<Page | Rows, number | undefined>;

/** A column and a direction: `created-desc`. */
type SortText = `${string}-${'asc' | 'desc'}`;
/** The sort parameter; absent for a list with only one order. */
type Sorting<S extends readonly string[]> = S extends readonly [string, string, ...string[]]
  ? { sort: S[number] | undefined }
  : object;

type SearchOf<
  F extends readonly Filter[],
  Page extends string,
  Rows extends string,
  S extends readonly string[],
> = FilterSearch<F> & Paging<Page, Rows> & Sorting<S>;

interface SearchDescription<F extends readonly Filter[], Other, Page, Rows, S> {
  /** In the order of their chips. */
  filters: F;
  /** The names of the paging parameters, `page` and `rows` by default. Needed when two lists share an address. */
  paging?: readonly [page: Page, rows: Rows];
  /** The offered rows per page, the default first. The address accepts any number up to the largest. */
  sizes?: readonly [number, ...number[]];
  /** The orders by column id, the default first. A click on a column's header starts with its first one. */
  sorts?: S;
  /** Reads further parameters, such as the row that is open next to the list. */
  readOther?: (given: Values) => Other;
}

export interface ListSearch<Search = object, Wire = object> {
  filters: readonly Filter[];
  paging: readonly [page: string, rows: string];
  sizes: readonly number[];
  sorts: readonly string[];
  /** Reads the address; unknown or hostile values fall back silently (§5, contract §9 Addresses). */
  read: (given: Values) => Search;
  pageOf: (search: Search) => number;
  rowsOf: (search: Search) => number;
  /** Undefined for a list without a sort order. */
  sortOf: (search: Search) => string | undefined;
  isFiltered: (search: Search) => boolean;
  /** The date range of the list, with open ends undefined; undefined for a list without dates. */
  daysOf: (search: Search, today: string) => OpenRange | undefined;
  /** The filters in the request's parameters; `today` is the UTC day. */
  toWire: (search: Search, today: string) => Wire;
  /** The same for one page of the list, from zero. */
  toPage: (search: Search, today: string) => Wire & { page: number; size: number };
  /** The search without filters, on its first page. */
  clear: (search: Search) => Search;
}

const usualSizes = [10, 25, 50, 100] as const;

/** Defines how a list's address is read and what it requests, from the description of its filters. */
export function defineSearch<
  const F extends readonly Filter[] = [],
  Other extends object = object,
  const Page extends string = 'page',
  const Rows extends string = 'rows',
  const S extends readonly SortText[] = [],
>({
  filters,
  paging = ['page' as Page, 'rows' as Rows],
  sizes = usualSizes,
  sorts = [] as readonly string[] as S,
  readOther,
}: SearchDescription<F, Other, Page, Rows, S>): ListSearch<SearchOf<F, Page, Rows, S> & Other, FilterWire<F>> {
  type Search = SearchOf<F, Page, Rows, S> & Other;
  const [pageParam, rowsParam] = paging;
  const days = filters.find((filter) => filter.kind === 'days');
  const all = (one: (filter: Filter) => Values) => Object.assign({}, ...filters.map(one)) as Values;
  const wire = (search: Search, today: string) => all((one) => toWire(one, search as Values, today)) as FilterWire<F>;
  const pageOf = (search: Search) => search[pageParam] ?? 1;
  const rowsOf = (search: Search) => search[rowsParam] ?? sizes[0];
  return {
    filters,
    paging,
    sizes,
    sorts,
    pageOf,
    rowsOf,
    toWire: wire,
    read: (given) => {
      const rows = readWhole(given[rowsParam], Math.max(...sizes));
      const place = { [pageParam]: readPage(given[pageParam]), [rowsParam]: rows, ...readOrder(sorts, given) };
      return { ...all((filter) => readFilter(filter, given)), ...place, ...readOther?.(given) } as Search;
    },
    sortOf: (search) => ((search as Values)['sort'] as string | undefined) ?? sorts[0],
    isFiltered: (search) => filters.some((filter) => isOn(filter, search as Values)),
    daysOf: (search, today) => days && daysIn(days, search as Values, today),
    toPage: (search, today) => ({ ...wire(search, today), page: pageOf(search) - 1, size: rowsOf(search) }),
    clear: (search) => ({ ...search, [pageParam]: undefined, ...all(cleared) }),
  };
}

/** The default order is left out of the address. */
const readOrder = ([, ...others]: readonly string[], given: Values): Values =>
  others.length === 0 ? {} : { sort: others.find((order) => order === given['sort']) };

const cleared = (filter: Filter): Values => Object.fromEntries(paramsOf(filter).map((param) => [param, undefined]));
