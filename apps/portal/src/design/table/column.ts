import type { ReactNode } from 'react';

/** One column of a list, declared: what it is called, what stands in it, and how. */
export interface Column<Row> {
  id: string;
  header: ReactNode;
  /** The header is said but not shown, as over a column of menus. */
  isHeaderHidden?: boolean | undefined;
  cell: (row: Row) => ReactNode;
  align?: 'end' | undefined;
  /** Its place on the card a row becomes on a phone; without one it is not shown there. The first column needs one. */
  card?: 'who' | 'sum' | 'state' | 'when' | undefined;
  mono?: boolean | undefined;
  soft?: boolean | undefined;
  strong?: boolean | undefined;
  /** Pixels. Columns without a width share what is left, and need 120. */
  width?: number | undefined;
  /** What stands in it is always narrower, or cuts itself short: its cell need not, and each that does makes every press dearer. */
  fits?: boolean | undefined;
  /** Holds buttons or links of its own, which must be reachable above the row's link. */
  isRaised?: boolean | undefined;
  /** How the list is sorted by this column; with `onSort` the header is a button. */
  sort?: 'ascending' | 'descending' | 'none' | undefined;
  onSort?: (() => void) | undefined;
}

/** What can be done with a row, at its end. */
export const actionsColumn = {
  id: 'actions',
  header: 'Actions',
  isHeaderHidden: true,
  align: 'end',
  fits: true,
  isRaised: true,
} as const;
