import { mostPickedRows } from '@volume/contract/bulk/labels.ts';
import type { ReactNode } from 'react';
import { formatMoney } from '#design/text/format-money.ts';
import type { CsvSource } from '#lists/export/csv-source.ts';

export interface Sum {
  /** Minor units. */
  amount: number;
  currency: string;
}

/** Everything that matched when it was selected. The filter has an end time, so that new rows are not included. */
export interface AllMatching {
  query: Readonly<Record<string, unknown>>;
  count: number;
  /** There are more than `count`. */
  isAtLeast?: boolean | undefined;
  sums: readonly Sum[];
}

export interface SelectedRows<Row> {
  rows: ReadonlyMap<string, Row>;
  all: AllMatching | null;
  /** Shows the checkboxes although nothing is selected yet. */
  isAsked?: boolean;
}

export interface SelectionKind<Row> {
  sumOf?: (row: Row) => Sum;
  /** Identifies the filters; the selection is cleared when it changes. */
  filter: string;
  readAll: () => Promise<AllMatching>;
  fileOf: (selected: SelectedRows<Row>) => { name: string; source: CsvSource };
  actions?: (selected: SelectedRows<Row>, clear: () => void) => ReactNode;
}

/** The selection of a list, stored outside of React state so that ticking a row renders only its checkbox. */
export interface SelectionStore<Row> {
  get: () => SelectedRows<Row>;
  set: (next: SelectedRows<Row>) => void;
  subscribe: (listener: () => void) => () => void;
}

export const nothing = { rows: new Map<string, never>(), all: null };

export function createSelectionStore<Row>(): SelectionStore<Row> {
  let selected: SelectedRows<Row> = nothing;
  const listeners = new Set<() => void>();
  return {
    get: () => selected,
    set: (next) => {
      selected = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const isActive = <Row>({ rows, all, isAsked }: SelectedRows<Row>): boolean =>
  all !== null || rows.size > 0 || isAsked === true;

export const isSelected = <Row>({ rows, all }: SelectedRows<Row>, key: string): boolean =>
  all !== null || rows.has(key);

/** Adds or removes rows; a selection of everything becomes the rows of the page first. */
export function withRows<Row>(
  { rows, all }: SelectedRows<Row>,
  changed: readonly (readonly [key: string, row: Row])[],
  { isOn, shown }: { isOn: boolean; shown: readonly (readonly [key: string, row: Row])[] },
): SelectedRows<Row> {
  const next = new Map(all === null ? rows : shown);
  for (const [key, row] of changed) {
    if (isOn) next.set(key, row);
    else next.delete(key);
  }
  return { rows: next, all: null };
}

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

/** Why this many rows cannot be selected individually; undefined when they can. */
export const tooManyReason = (count: number): string | undefined =>
  count > mostPickedRows ? 'Select up to 1,000 rows one by one, or all that match' : undefined;
