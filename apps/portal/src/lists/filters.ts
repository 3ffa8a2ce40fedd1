import type { OpenRange } from '#design/days/date-presets.ts';
import type { NamedCall } from '#platform/calls/capabilities.ts';
import { readAmount, readChoices, readDays, readId, readText, readValuesOrIds } from './read-search.ts';

interface Labelled {
  label: string;
  /** Our endpoint that a deployment needs in order to support this filter. */
  needs?: NamedCall;
}
/** One parameter of the address and its name in the request. */
interface Single extends Labelled {
  param: string;
  wire: string;
}
/** Two parameters of the address, both inclusive, and their names in the request. */
interface Range extends Labelled {
  from: string;
  to: string;
  wire: readonly [from: string, to: string];
}

/** A filter of a list as data: its parameters in the address, its names in the request, and its editor. */
export type Filter =
  | (Single & {
      kind: 'search';
      /** Without one the filter has no search field: links from elsewhere set it, and the page provides its chip. */
      placeholder?: string;
      /** The key that focuses the field. */
      shortcut?: string;
    })
  | (Single & { kind: 'id'; placeholder: string })
  | (Single & {
      kind: 'choices' | 'choice';
      values: readonly string[];
      /** The noun after a value in the sentence of an empty list: `High risk`. */
      noun?: string;
    })
  /** Several of these values, or ids that only the page can name: it draws the chip itself. */
  | (Single & { kind: 'ids'; values: readonly string[] })
  /** Always has one of its values, by default the first. */
  | (Single & { kind: 'switch'; values: readonly string[] })
  /** Whole UTC days. */
  | (Range & {
      kind: 'days';
      /** The default number of days before today. */
      lastDays?: number;
      /** The parameter that disables the date range: a search covers all days. */
      disabledBy?: string;
    })
  /** Major units in the address, minor units in the request. */
  | (Range & { kind: 'amounts' });

type SearchOfFilter<F> = F extends { kind: 'choices'; param: infer P extends string; values: readonly (infer V)[] }
  ? Record<P, V[] | undefined>
  : F extends { kind: 'choice' | 'switch'; param: infer P extends string; values: readonly (infer V)[] }
    ? Record<P, V | undefined>
    : F extends { kind: 'ids'; param: infer P extends string }
      ? Record<P, string[] | undefined>
      : F extends { from: infer A extends string; to: infer B extends string }
        ? Record<A | B, string | undefined>
        : F extends { param: infer P extends string }
          ? Record<P, string | undefined>
          : never;

type WireOfFilter<F> = F extends { kind: 'choices'; wire: infer W extends string; values: readonly (infer V)[] }
  ? Record<W, V[] | undefined>
  : F extends { kind: 'choice'; wire: infer W extends string; values: readonly (infer V)[] }
    ? Record<W, V | undefined>
    : F extends { kind: 'switch'; wire: infer W extends string; values: readonly (infer V)[] }
      ? Record<W, V>
      : F extends { kind: 'ids'; wire: infer W extends string }
        ? Record<W, string[] | undefined>
        : F extends { kind: 'amounts'; wire: readonly (infer W extends string)[] }
          ? Record<W, number | undefined>
          : F extends { kind: 'days'; wire: readonly (infer W extends string)[] }
            ? Record<W, string | undefined>
            : F extends { wire: infer W extends string }
              ? Record<W, string | undefined>
              : never;

type All<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;
type Flat<T> = { [K in keyof T]: T[K] };
/** The filters read from the address; undefined is the default. */
export type FilterSearch<F extends readonly Filter[]> = Flat<All<SearchOfFilter<F[number]>>>;
export type FilterWire<F extends readonly Filter[]> = Flat<All<WireOfFilter<F[number]>>>;

export type Values = Readonly<Record<string, unknown>>;

export const searchParamOf = (filters: readonly Filter[]): string | undefined =>
  filters.flatMap((filter) => (filter.kind === 'search' && filter.placeholder !== undefined ? [filter.param] : []))[0];

export const paramsOf = (filter: Filter): string[] => ('param' in filter ? [filter.param] : [filter.from, filter.to]);

/** True when the filter differs from its default. */
export const isOn = (filter: Filter, search: Values): boolean =>
  paramsOf(filter).some((param) => search[param] !== undefined);

/** Reads a filter's parameters; unknown or hostile values become undefined (§5, contract §9 Addresses). */
export function readFilter(filter: Filter, given: Values): Values {
  if (filter.kind === 'days') {
    const [from, to] = readDays(given[filter.from], given[filter.to]);
    return { [filter.from]: from, [filter.to]: to };
  }
  if (filter.kind === 'amounts') {
    return { [filter.from]: readAmount(given[filter.from]), [filter.to]: readAmount(given[filter.to]) };
  }
  return { [filter.param]: readOne(filter, given[filter.param]) };
}

function readOne(filter: Exclude<Filter, Range>, given: unknown): unknown {
  if (filter.kind === 'search') return readText(given);
  if (filter.kind === 'id') return readId(given);
  if (filter.kind === 'ids') return readValuesOrIds(given, filter.values);
  if (filter.kind === 'switch') return filter.values.slice(1).find((value) => value === given);
  const chosen = readChoices(given, filter.values);
  if (filter.kind === 'choice') return chosen[0];
  return chosen.length > 0 ? chosen : undefined;
}

/** The UTC days of a filter: none if a search disables it, otherwise the chosen days or the default before `today`. */
export function daysIn(filter: Filter & { kind: 'days' }, search: Values, today: string): OpenRange {
  if (filter.disabledBy !== undefined && search[filter.disabledBy] !== undefined) return {};
  if (!isOn(filter, search) && filter.lastDays !== undefined) return lastDays(filter.lastDays, today);
  return { from: search[filter.from] as string | undefined, to: search[filter.to] as string | undefined };
}

/** The creation date filter of the specification's lists (§2 Search parameters). */
export const createdDays = {
  kind: 'days',
  from: 'from',
  to: 'to',
  wire: ['startDateTimeUtc', 'endDateTimeUtc'],
  label: 'Created',
  lastDays: 30,
} as const;

/** `today` and the days before it. */
export const lastDays = (count: number, today: string): { from: string; to: string } => ({
  from: new Date(Date.parse(`${today}T00:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10),
  to: today,
});

/** The request's parameters of a filter: days from their first to their last millisecond, amounts in minor units. */
export function toWire(filter: Filter, search: Values, today: string): Values {
  if (filter.kind === 'days') {
    const { from, to } = daysIn(filter, search, today);
    return { [filter.wire[0]]: from && `${from}T00:00:00.000`, [filter.wire[1]]: to && `${to}T23:59:59.999` };
  }
  if (filter.kind === 'amounts') {
    return { [filter.wire[0]]: toMinor(search[filter.from]), [filter.wire[1]]: toMinor(search[filter.to]) };
  }
  const value = search[filter.param];
  return { [filter.wire]: filter.kind === 'switch' ? (value ?? filter.values[0]) : value };
}

const toMinor = (amount: unknown): number | undefined =>
  amount === undefined ? undefined : Math.round(Number(amount) * 100);
