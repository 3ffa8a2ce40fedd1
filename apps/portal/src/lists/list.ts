import type { ComponentType, ReactNode } from 'react';
import type { Column } from '#design/table/column.ts';
import type { ListSearch } from './list-search.ts';
import type { ListLook } from './list-table.tsx';
import type { SavedView } from '#lists/views/view-names.ts';

/** A column of a list; `Context` is what its cells need beyond their row, such as where a row leads. */
export interface ListColumn<Row, Context = object> extends Omit<Column<Row>, 'cell'> {
  /** Its cells are times: the header names the zone they are shown in. */
  isTime?: true;
  cell: (row: Row, look: ListLook & Context) => ReactNode;
  /** Says which row it is or what can be done with it: it cannot be put away. */
  isFixed?: true;
  /** How the list is sorted by it, where its header sorts. */
  sortBy?: (context: Context) => Pick<Column<Row>, 'sort' | 'onSort'>;
  /** Whether it stands at all; always, when left out. */
  isShown?: (context: Context) => boolean;
}

/** What an empty list says. */
export interface EmptyWords {
  title: string;
  detail?: string;
  /** The ways on from here. */
  actions?: ReactNode;
}

/** What an editor of one's own for the choices of a filter gets. */
export interface ChoicesEditorProps {
  /** What the list asks of its call now. */
  query: unknown;
  selected: readonly string[];
  onChange: (selected: string[]) => void;
  onDone: () => void;
}

/** A list as data: all that the pages of lists/ draw it from. */
export interface List<Row, Search, Context = object> {
  /** Begins the names under which this browser stores a person's columns and views: `pay_in`. */
  storage: string;
  /** What the table lists, for screen readers; the page's title, when left out. */
  caption?: string;
  /** One row, where new ones are announced: "pay-in". */
  liveNoun?: string;
  search: ListSearch<Search>;
  columns: readonly ListColumn<Row, Context>[];
  rowKey: (row: Row) => string;
  /** The full name of a row's link; begins with the words of the first cell. */
  rowLabel?: (row: Row) => string;
  /** Words of values that the label rule would not find, by parameter and value. */
  words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Editors of one's own, by parameter; loaded when somebody looks. */
  editors?: Readonly<Record<string, () => Promise<ComponentType<ChoicesEditorProps>>>>;
  /** The views that are always there, the whole list first. */
  views?: readonly [SavedView, ...SavedView[]];
  /** Names the group of filters where a page has several: "Activity filters". */
  filtersLabel?: string;
  /** Nothing at all. */
  empty: (search: Search, today: string) => EmptyWords;
  /** Nothing by these filters; without it the words above serve for both. */
  noMatch?: { title: string; clear: string };
}

/** The columns of a list that stand, as the table takes them. */
export const drawColumns = <Row, Context extends object>(
  columns: readonly ListColumn<Row, Context>[],
  look: ListLook,
  context: Context,
  hidden: readonly string[] = [],
): Column<Row>[] =>
  columns
    .filter(({ id, isFixed, isShown }) => (isShown?.(context) ?? true) && (isFixed === true || !hidden.includes(id)))
    .map(({ isTime, isShown: _isShown, isFixed: _isFixed, sortBy, cell, header, ...column }) => ({
      ...column,
      header: isTime === true ? `${header}, ${look.zoneName}` : header,
      cell: (row) => cell(row, { ...look, ...context }),
      ...sortBy?.(context),
    }));
