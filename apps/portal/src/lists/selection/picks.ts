import { mostPickedRows } from '@volume/contract/bulk-words.ts';
import type { ReactNode } from 'react';
import { formatMoney } from '#design/text/format-money.ts';
import type { CsvSource } from '#lists/export/csv-source.ts';

export interface Sum {
  /** Minor units. */
  amount: number;
  currency: string;
}

/** Everything a filter finds, as it was when it was selected: the filter with an end in time, so that new rows do not slip in. */
export interface AllPicked {
  query: Readonly<Record<string, unknown>>;
  count: number;
  sums: readonly Sum[];
}

/** What is selected: rows one by one, or all of them. */
export interface Picks<Row> {
  rows: ReadonlyMap<string, Row>;
  all: AllPicked | null;
  /** The boxes stand although nothing is selected yet. */
  isAsked?: boolean;
}

/** What the selection of one list is about. */
export interface SelectionKind<Row> {
  sumOf?: (row: Row) => Sum;
  /** Says which filter this is: when it is another, the selection is over. */
  filter: string;
  /** Everything the filter finds now. */
  readAll: () => Promise<AllPicked>;
  /** The file of what is selected. */
  fileOf: (picks: Picks<Row>) => { name: string; source: CsvSource };
  /** What can be done with it beside the export. */
  actions?: (picks: Picks<Row>, clear: () => void) => ReactNode;
}

/** What is selected in one list, kept apart from its pages: ticking a row draws its box alone. */
export interface PickStore<Row> {
  get: () => Picks<Row>;
  set: (next: Picks<Row>) => void;
  subscribe: (listener: () => void) => () => void;
}

export const nothing = { rows: new Map<string, never>(), all: null };

export function createPickStore<Row>(): PickStore<Row> {
  let picks: Picks<Row> = nothing;
  const listeners = new Set<() => void>();
  return {
    get: () => picks,
    set: (next) => {
      picks = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const isActive = <Row>({ rows, all, isAsked }: Picks<Row>): boolean =>
  all !== null || rows.size > 0 || isAsked === true;

export const isPicked = <Row>({ rows, all }: Picks<Row>, key: string): boolean => all !== null || rows.has(key);

/** The same with some rows more or less; all that a filter finds becomes the rows at hand first. */
export function withRows<Row>(
  { rows, all }: Picks<Row>,
  changed: readonly (readonly [key: string, row: Row])[],
  { isOn, shown }: { isOn: boolean; shown: readonly (readonly [key: string, row: Row])[] },
): Picks<Row> {
  const next = new Map(all === null ? rows : shown);
  for (const [key, row] of changed) {
    if (isOn) next.set(key, row);
    else next.delete(key);
  }
  return { rows: next, all: null };
}

/** What rows add up to, each currency for itself. */
export function addUp<Row>(rows: Iterable<Row>, sumOf: ((row: Row) => Sum) | undefined): Sum[] {
  if (!sumOf) return [];
  const sums = new Map<string, number>();
  for (const row of rows) {
    const { amount, currency } = sumOf(row);
    sums.set(currency, (sums.get(currency) ?? 0) + amount);
  }
  return [...sums]
    .map(([currency, amount]) => ({ currency, amount }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** `€12.00 and £240.50` */
export const sumsText = (sums: readonly { amount: number; currency: string }[]): string =>
  sums.map(({ amount, currency }) => formatMoney(amount, currency)).join(' and ');

/** Why so many rows cannot be named one by one; undefined when they can. */
export const whyTooMany = (count: number): string | undefined =>
  count > mostPickedRows ? 'Select up to 1,000 rows one by one, or all that match' : undefined;
