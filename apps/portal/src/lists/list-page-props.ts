import type { ComponentType, ReactNode } from 'react';
import type { ExplainTotal } from '#design/table/pager.tsx';
import type { CsvSource } from '#lists/export/csv-source.ts';
import type { List, ListChange, SelectionProps } from './list.ts';
import type { Found } from './use-found.ts';

export interface ListPageProps<Row, Search, Context> {
  list: List<Row, Search, Context>;
  title: string;
  search: Search;
  found: Found<Row>;
  /** Passed to the cells in addition to their row. Must be stable. */
  context: Context;
  /** The current query of the list's request. */
  query?: unknown;
  /** The link of a row. Must be stable. */
  rowHref?: ((row: Row) => string | undefined) | undefined;
  /** The address of the list with another search; a list without it has no views. */
  hrefOf?: ((search: Search) => string) | undefined;
  onChange: ListChange<Search>;
  file?: { name: string; source: CsvSource } | undefined;
  /** Buttons next to the export. */
  actions?: ReactNode;
  /** Buttons before the export. */
  firstActions?: ReactNode;
  aside?: ReactNode;
  /** Between the filters and the rows. */
  notice?: ReactNode;
  /** Between the rows and the paging. */
  foot?: ReactNode;
  /** Renders the shown range with the explanation of its total. */
  explainTotal?: ExplainTotal | undefined;
  chips?: Readonly<Record<string, ReactNode>> | undefined;
  /** True for administrators' lists over all merchants. */
  isForAll?: boolean;
  /** Loads the row selection after the page has rendered. */
  loadSelection?: (() => Promise<ComponentType<SelectionProps<Row>>>) | undefined;
  /** Returns, once, the key of the row whose page the user comes back from. */
  takeReturnKey?: (() => string | undefined) | undefined;
}
