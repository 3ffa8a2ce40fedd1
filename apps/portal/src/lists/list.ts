import type { ComponentType, ReactNode } from 'react';
import type { Column } from '#design/table/column.ts';
import type { ChangeKind } from '@volume/contract/changes.ts';
import type { ViewedList } from '@volume/contract/shared-views.ts';
import type { CsvCell } from '@volume/contract/csv.ts';
import type { ListSearch } from './list-search.ts';
import type { SavedView } from '#lists/views/view-names.ts';

export interface CsvColumn<Row> {
  header: string;
  /** Its cells are wire times: written in the file's zone, which the header then names. */
  isTime?: boolean;
  cell: (row: Row) => CsvCell | undefined;
}

/** How times are shown: where, what that is called, and from when they are looked at (milliseconds). */
export interface ListLook {
  zone: string;
  zoneName: string;
  now: number;
}

/** A column of a list; `Context` is what its cells need beyond their row, such as where a row leads. */
export interface ListColumn<Row, Context = object> extends Omit<
  Column<Row>,
  'header' | 'cell' | 'card' | 'sort' | 'onSort'
> {
  header: string;
  /** Its cells are times: the header names the zone they are shown in. */
  isTime?: true;
  cell: (row: Row, look: ListLook & Context) => ReactNode;
  /** Its place on the card a row becomes on a phone; without one it is not shown there. */
  card?: Column<Row>['card'] | ((context: Context) => Column<Row>['card']);
  /** Says which row it is or what can be done with it: it cannot be put away. */
  isFixed?: true;
  /** What a file made in the browser says of it, where the list has one: with more headers where a cell says more. */
  csv?: readonly CsvColumn<Row>[];
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

/** Changes what the address of a list says; in the place of the step before, where it is the same one typed on. */
export type ListChange<Search> = (change: Partial<Search>, how?: { replace: boolean }) => void;

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
  /** Announces new rows while it is open: what one is called, "pay-in", by which kinds of changes where somebody says them, and the wire time it came at. */
  live?: { noun: string; kinds?: readonly ChangeKind[]; timeOf: (row: Row) => string };
  search: ListSearch<Search>;
  columns: readonly ListColumn<Row, Context>[];
  rowKey: (row: Row) => string;
  /** Rows that stand while the first are read, where a page is seldom full; a whole page, when left out. */
  skeletonRows?: number;
  /** The full name of a row's link; begins with the words of the first cell. */
  rowLabel?: (row: Row) => string;
  /** Words of values that the label rule would not find, by parameter and value. */
  words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Editors of one's own, by parameter; loaded when somebody looks. */
  editors?: Readonly<Record<string, () => Promise<ComponentType<ChoicesEditorProps>>>>;
  /** The views that are always there, the whole list first. */
  views?: readonly [SavedView, ...SavedView[]];
  /** The list as the API names it, whose views a team may share. */
  team?: ViewedList;
  /** Names the group of filters where a page has several: "Activity filters". */
  filtersLabel?: string;
  /** Nothing at all. */
  empty: (search: Search, today: string) => EmptyWords;
  /** Nothing by these filters; without it the words above serve for both. */
  noMatch?: {
    title: string | ((search: Search) => ReactNode);
    /** The filters in words, when left out. */
    detail?: string;
    clear: string;
    /** Where else it may be. */
    elsewhere?: (search: Search) => ReactNode;
  };
}

/** Changes how columns are drawn. */
export type Draw<Row> = (columns: readonly Column<Row>[]) => readonly Column<Row>[];

/** What the selection of rows is told of its list. */
export interface PickingProps<Row> {
  list: { rowKey: (row: Row) => string; rowLabel?: (row: Row) => string };
  found: { rows: readonly Row[] | undefined; total: number | undefined };
  query?: unknown;
  /** Gives the columns their boxes. */
  onDraw: (draw: () => Draw<Row> | undefined) => void;
}

/** How a list is sorted now, and how it is sorted otherwise. */
export interface Sorting {
  /** Every order there is, by the id of a column: `created-desc`. */
  sorts: readonly string[];
  sort: string | undefined;
  onSort: (sort: string) => void;
}

interface DrawOptions<Context> {
  look: ListLook;
  context: Context;
  /** The ids of the columns that are put away. */
  hidden?: readonly string[];
  sorting?: Sorting;
}

/** The columns of a list that stand, as the table takes them. */
export const drawColumns = <Row, Context extends object>(
  columns: readonly ListColumn<Row, Context>[],
  { look, context, hidden = [], sorting }: DrawOptions<Context>,
): Column<Row>[] =>
  columns
    .filter(({ id, isFixed, isShown }) => (isShown?.(context) ?? true) && (isFixed === true || !hidden.includes(id)))
    .map(({ isTime, isShown: _isShown, isFixed: _isFixed, csv: _csv, cell, card, header, ...column }) => ({
      ...column,
      header: isTime === true ? `${header}, ${look.zoneName}` : header,
      cell: (row) => cell(row, { ...look, ...context }),
      card: typeof card === 'function' ? card(context) : card,
      ...(sorting && headOf(column.id, sorting)),
    }));

/** How a column's header says the order, and changes it where there is another: its own first one, then the other. */
function headOf(id: string, { sorts, sort, onSort }: Sorting): Pick<Column<unknown>, 'sort' | 'onSort'> {
  const [first, second] = sorts.filter((each) => each === `${id}-asc` || each === `${id}-desc`);
  if (first === undefined) return {};
  return {
    sort: sort === `${id}-asc` ? 'ascending' : sort === `${id}-desc` ? 'descending' : 'none',
    onSort: second === undefined ? undefined : () => onSort(sort === first ? second : first),
  };
}
