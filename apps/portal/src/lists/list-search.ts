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

/** What the address of every list says beside its filters. */
type Paging = {
  /** From 1; undefined is the first. */
  page: number | undefined;
  /** Rows a page; undefined is the default. */
  rows: number | undefined;
};

interface SearchDescription<F extends readonly Filter[], Other> {
  /** In the order of their chips. */
  filters: F;
  /** Rows a page that are offered, the default first; other numbers up to the greatest may be asked for by address. */
  sizes?: readonly [number, ...number[]];
  /** Whatever else the address says, such as what stands open beside the list. */
  readOther?: (given: Values) => Other;
}

export interface ListSearch<Search = object, Wire = object> {
  filters: readonly Filter[];
  sizes: readonly number[];
  /** Reads the address; what is unknown or hostile falls back silently (§5, contract §9 Addresses). */
  read: (given: Values) => Search;
  pageOf: (search: Search) => number;
  rowsOf: (search: Search) => number;
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
export function defineSearch<const F extends readonly Filter[] = [], Other extends object = object>({
  filters,
  sizes = usualSizes,
  readOther,
}: SearchDescription<F, Other>): ListSearch<FilterSearch<F> & Paging & Other, FilterWire<F>> {
  type Search = FilterSearch<F> & Paging & Other;
  const days = filters.find((filter) => filter.kind === 'days');
  const all = (one: (filter: Filter) => Values): Values => Object.assign({}, ...filters.map(one)) as Values;
  const wire = (search: Search, today: string) =>
    all((filter) => toWire(filter, search as Values, today)) as FilterWire<F>;
  const pageOf = ({ page }: Paging) => page ?? 1;
  const rowsOf = ({ rows }: Paging) => rows ?? sizes[0];
  return {
    filters,
    sizes,
    read: (given) =>
      ({
        ...all((filter) => readFilter(filter, given)),
        page: readPage(given['page']),
        rows: readWhole(given['rows'], Math.max(...sizes)),
        ...readOther?.(given),
      }) as Search,
    pageOf,
    rowsOf,
    isFiltered: (search) => filters.some((filter) => isOn(filter, search as Values)),
    daysOf: (search, today) => days && daysIn(days, search as Values, today),
    toWire: wire,
    toPage: (search, today) => ({ ...wire(search, today), page: pageOf(search) - 1, size: rowsOf(search) }),
    clear: (search) => ({ ...search, page: undefined, ...all(cleared) }),
  };
}

const cleared = (filter: Filter): Values => Object.fromEntries(paramsOf(filter).map((param) => [param, undefined]));
