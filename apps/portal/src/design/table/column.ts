import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  header: ReactNode;
  /** The header is only for screen readers, as above a column of menus. */
  isHeaderHidden?: boolean | undefined;
  cell: (row: Row) => ReactNode;
  align?: 'end' | undefined;
  /** The cell's slot on a phone's card, `more` for a line of its own; without one it is not shown there. The first column needs one. */
  card?: 'who' | 'sum' | 'state' | 'when' | 'more' | undefined;
  mono?: boolean | undefined;
  soft?: boolean | undefined;
  strong?: boolean | undefined;
  /**
   * The least width in pixels: a column is as wide as its content. Columns without a width share the rest, with at least 130
   * each, and are the only ones that truncate.
   */
  width?: number | undefined;
  /** Its content truncates itself, so the cell need not clip it. Each cell that clips makes clicks slower. */
  fits?: boolean | undefined;
  /** When the table is too wide, columns with priority 1 are left out first, then those with 2, and so on. */
  givesWay?: 1 | 2 | 3 | 4 | undefined;
  /** Contains buttons or links, which must be above the row's link. */
  isRaised?: boolean | undefined;
}

/** The order of the rows. It is not part of the columns, so that a change of the order renders no row again. */
export interface Sorting {
  /** All orders by column id, a column's first one first: `created-desc`. A column with two has a button in its header. */
  sorts: readonly string[];
  sort: string | undefined;
  onSort: (sort: string) => void;
}

/** The column for a row's actions, at its end. */
export const actionsColumn = {
  id: 'actions',
  header: 'Actions',
  isHeaderHidden: true,
  align: 'end',
  fits: true,
  isRaised: true,
} as const;
