import type { ComponentType, ReactNode, RefObject } from 'react';
import type { Column } from '#design/table/column.ts';
import type { ChangeKind } from '@volume/contract/changes.ts';
import type { ViewedList } from '@volume/contract/saved-views/view-columns.ts';
import type { CsvCell } from '@volume/contract/lists/csv.ts';
import type { ListSearch } from './list-search.ts';
import { arrange, type ColumnChoice, readChoice } from '#lists/views/arrangement.ts';
import type { NamedView } from '#lists/views/view-names.ts';

export interface CsvColumn<Row> {
  header: string;
  /** The cells are API times, written in the file's zone, which the header names. */
  isTime?: boolean;
  cell: (row: Row) => CsvCell | undefined;
}

/** How times are shown: the zone, its display name, and the current time in milliseconds. */
export interface ListTime {
  zone: string;
  zoneName: string;
  now: number;
}

/** A column of a list; `Context` is passed to its cells in addition to the row. */
export interface ListColumn<Row, Context = object> extends Omit<Column<Row>, 'header' | 'cell' | 'card'> {
  header: string;
  /** The cells are times: the header names their zone. */
  isTime?: true;
  cell: (row: Row, time: ListTime & Context) => ReactNode;
  /** Its slot on a phone's card; without one it is not shown there. */
  card?: Column<Row>['card'] | ((context: Context) => Column<Row>['card']);
  /** Identifies the row or holds its actions, so it cannot be hidden. */
  isFixed?: true;
  /** The CSV columns in a file made in the browser; several if a cell shows several values. */
  csv?: readonly CsvColumn<Row>[];
  /** Whether the column exists; always, if omitted. */
  isShown?: (context: Context) => boolean;
}

export interface EmptyMessage {
  title: string;
  detail?: string;
  actions?: ReactNode;
}

/** Merges a change into the address; `replace` replaces the history entry, for continued typing. */
export type ListChange<Search> = (change: Partial<Search>, how?: { replace: boolean }) => void;

export interface ChoicesEditorProps {
  /** The parameter of the address that the filter sets. */
  name: string;
  /** The current query of the list's request. */
  query: unknown;
  selected: readonly string[];
  onChange: (selected: string[]) => void;
  onDone: () => void;
}

/** A list as data, from which lists/ renders the page. */
export interface List<Row, Search, Context = object> {
  /** The prefix of the storage keys for the user's columns and views: `pay_in`. */
  storage: string;
  /** The table's caption for screen readers; by default the page's title. */
  caption?: string;
  /**
   * Announces new rows: the noun for a row ("pay-in"), the kinds of pushed changes that affect the list, and a row's creation time.
   */
  live?: {
    noun: string;
    kinds?: readonly ChangeKind[];
    timeOf: (row: Row) => string;
    /** True for a list that is fetched only on request: its later pages report changes since its first one. */
    isManual?: boolean;
  };
  search: ListSearch<Search>;
  columns: readonly ListColumn<Row, Context>[];
  rowKey: (row: Row) => string;
  /** The number of skeleton rows, for lists that rarely fill a page; by default a whole page. */
  skeletonRows?: number;
  /** The accessible name of a row's link; begins with the text of the first cell. */
  rowLabel?: (row: Row) => string;
  /** Labels of values that differ from the label rule, by parameter and value. */
  labels?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Custom filter editors by parameter. */
  editors?: Readonly<Record<string, ComponentType<ChoicesEditorProps>>>;
  /** The built-in views; the first shows the whole list. */
  views?: readonly [NamedView, ...NamedView[]];
  /** The list's name in the API, for shared views. */
  savedViews?: ViewedList;
  /** The accessible name of the filters on pages with several lists: `Activity filters`. */
  filtersLabel?: string;
  /** The text for a list without any rows. */
  empty: (search: Search, today: string) => EmptyMessage;
  /** Shows the button for an earlier period only where it can find a row; always, if omitted. */
  EarlierRows?: (props: { search: Search; children: ReactNode }) => ReactNode;
  /** The text when the filters match nothing; by default `empty`. */
  noMatch?: {
    title: string | ((search: Search) => ReactNode);
    /** By default a description of the filters. */
    detail?: string;
    clear: string;
    /** Links to other places to search in. */
    elsewhere?: (search: Search) => ReactNode;
  };
}

export interface SelectionProps<Row> {
  list: { rowKey: (row: Row) => string; rowLabel?: (row: Row) => string };
  found: { rows: readonly Row[] | undefined; total: number | undefined; isAtLeast?: boolean | undefined };
  query?: unknown;
  /** The element around the table with the checkboxes. */
  table: RefObject<HTMLElement | null>;
  /** Rows that were ticked before the code of the selection had loaded, in order. */
  early: RefObject<EarlyTick[]>;
}

export interface EarlyTick {
  /** Undefined for the checkbox of the page. */
  rowId: string | undefined;
  isOn: boolean;
  /** With Shift: all rows from the one ticked before. */
  isRange: boolean;
}

/** The columns that exist in this context. */
export const columnsIn = <Row, Context>(columns: readonly ListColumn<Row, Context>[], context: Context) =>
  columns.filter(({ isShown }) => isShown?.(context) ?? true);

interface ColumnOptions<Context> {
  time: ListTime;
  context: Context;
  choice?: ColumnChoice;
}

export const buildColumns = <Row, Context extends object>(
  columns: readonly ListColumn<Row, Context>[],
  { time, context, choice = readChoice(undefined, null) }: ColumnOptions<Context>,
): Column<Row>[] =>
  arrange(columnsIn(columns, context), choice).map(
    ({ isTime, isShown: _isShown, isFixed: _isFixed, csv: _csv, cell, card, header, ...column }) => ({
      ...column,
      header: isTime === true ? `${header}, ${time.zoneName}` : header,
      cell: (row) => cell(row, { ...time, ...context }),
      card: typeof card === 'function' ? card(context) : card,
    }),
  );
