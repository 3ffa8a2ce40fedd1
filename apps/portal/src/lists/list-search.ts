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

/** What the address of every list says beside its filters: the page from 1, and the rows on it; undefined is the default. */
type Paging<Page extends string, Rows extends string> = Record<Page | Rows, number | undefined>;

/** A column, and from which end: `created-desc`. */
type SortText = `${string}-${'asc' | 'desc'}`;
/** The order an address names: none where a list has only one. */
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
  /** Names its page and rows where another list could stand in the same address; `page` and `rows`, when left out. */
  paging?: readonly [page: Page, rows: Rows];
  /** Rows a page that are offered, the default first; other numbers up to the greatest may be asked for by address. */
  sizes?: readonly [number, ...number[]];
  /** The orders there are, by the id of a column, the default first; a column's header begins with its first one. */
  sorts?: S;
  /** Whatever else the address says, such as what stands open beside the list. */
  readOther?: (given: Values) => Other;
}

export interface ListSearch<Search = object, Wire = object> {
  filters: readonly Filter[];
  paging: readonly [page: string, rows: string];
  sizes: readonly number[];
  sorts: readonly string[];
  /** Reads the address; what is unknown or hostile falls back silently (§5, contract §9 Addresses). */
  read: (given: Values) => Search;
  pageOf: (search: Search) => number;
  rowsOf: (search: Search) => number;
  /** Undefined for a list that says nothing of its order. */
  sortOf: (search: Search) => string | undefined;
  isFiltered: (search: Search) => boolean;
  /** The days the list covers, open ends left out; undefined for a list without days. */
  daysOf: (search: Search, today: string) => OpenRange | undefined;
  /** The filters as the call takes them; `today` is the UTC day. */
  toWire: (search: Search, today: string) => Wire;
  /** The same for one page of the list, from zero. */
  toPage: (search: Search, today: string) => Wire & { page: number; size: number };
  /** The same address without filters, on its first page. */
  clear: (search: Search) => Search;
}

/** The sizes every list offers. */
const usualSizes = [10, 25, 50, 100] as const;

/** A list's address from the description of its filters: how it is read, and what it asks for. */
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

/** The default is left out of the address. */
const readOrder = ([, ...others]: readonly string[], given: Values): Values =>
  others.length === 0 ? {} : { sort: others.find((order) => order === given['sort']) };

const cleared = (filter: Filter): Values => Object.fromEntries(paramsOf(filter).map((param) => [param, undefined]));
