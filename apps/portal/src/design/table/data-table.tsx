import { Icon } from '#design/icon.tsx';
import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs';
import { type FormEvent, memo, type ReactNode, type Ref, useEffect, useLayoutEffect, useRef } from 'react';
import type { Column, Sorting } from './column.ts';
import { giveWay, giveWayAgain } from './give-way.ts';
import { pressRow } from './row-press.ts';

export interface DataTableProps<Row> {
  /** The table's caption for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  sorting?: Sorting | undefined;
  /** Undefined while the first rows load: skeleton rows are shown. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** The link of a row. It is in the first cell, and a click anywhere on the row follows it. */
  rowHref?: ((row: Row) => string | undefined) | undefined;
  /** The link's accessible name; must begin with the text of the first cell. */
  rowLabel?: ((row: Row) => string) | undefined;
  /** The index of the current row. */
  at?: number | null | undefined;
  /** New rows are loading: the old ones are shown dimmed. */
  isStale?: boolean | undefined;
  skeletonRows?: number | undefined;
  empty?: ReactNode;
  /** Reserves the margin before the rows for checkboxes. */
  hasCheckboxes?: boolean | undefined;
  /** A checkbox was ticked or unticked. */
  onTick?: ((event: FormEvent<HTMLElement>) => void) | undefined;
  /** Rows become cards on phones; on by default. */
  isCards?: boolean | undefined;
  ref?: Ref<HTMLDivElement> | undefined;
}

/** The properties that the cells and the head of a column share. */
const columnClass = <Row,>({ align, width, givesWay }: Column<Row>) =>
  [align === 'end' && 'end', width === undefined && 'rest', givesWay && `way-${givesWay}`].filter(Boolean).join(' ');

const cellClass = <Row,>(column: Column<Row>) =>
  [
    columnClass(column),
    column.mono && 'mono',
    column.soft && 'soft',
    column.strong && 'strong',
    column.card && 'num',
    column.fits && 'fits',
  ]
    .filter(Boolean)
    .join(' ');

function RowCells<Row>({
  row,
  columns,
  rowHref,
  rowLabel,
}: Pick<DataTableProps<Row>, 'columns' | 'rowHref' | 'rowLabel'> & { row: Row }) {
  return columns.map((column, index) => {
    const content = column.cell(row);
    const href = index === 0 ? rowHref?.(row) : undefined;
    return (
      <td
        key={column.id}
        className={cellClass(column)}
        data-card={column.card}
        data-raised={column.isRaised === true ? '' : undefined}
      >
        {href !== undefined ? (
          <a className="row-link" href={href} aria-label={rowLabel?.(row)}>
            {content}
          </a>
        ) : (
          content
        )}
      </td>
    );
  });
}

// Moving between rows by key changes only one attribute. The cast restores the type that `memo` loses.
const Cells = memo(RowCells) as unknown as typeof RowCells;

/** A table whose columns are as wide as their content; without enough width, some give way. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    sorting,
    rows,
    rowKey,
    rowHref,
    rowLabel,
    at,
    isStale = false,
    skeletonRows = 10,
    empty,
    hasCheckboxes,
    onTick,
    isCards = true,
    ref,
  } = props;
  const isWaiting = rows === undefined;
  // Makes a wide table without links focusable, so that it can be scrolled by keyboard.
  const frame = rowHref === undefined ? ({ role: 'region', 'aria-label': caption, tabIndex: 0 } as const) : undefined;
  const table = useTable(columns, rows);
  return (
    <div ref={ref} className="table-wrap" data-boxes={hasCheckboxes} onChange={onTick} {...frame}>
      <table
        ref={table}
        className={`data-table ${isCards ? 'cards' : ''}`}
        aria-busy={isWaiting || isStale ? true : undefined}
      >
        <caption className="sr-only">{caption}</caption>
        <colgroup>
          {columns.map((column) => (
            <col
              key={column.id}
              className={column.givesWay && `way-${column.givesWay}`}
              style={column.width === undefined ? undefined : { width: column.width }}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody className={isStale ? 'stale' : ''}>
          {isWaiting && <SkeletonRows columns={columns} count={skeletonRows} />}
          {rows?.map((row, index) => (
            <tr key={rowKey(row)} data-at={index === at ? '' : undefined}>
              <Cells row={row} columns={columns} rowHref={rowHref} rowLabel={rowLabel} />
            </tr>
          ))}
        </tbody>
      </table>
      {rows?.length === 0 && empty}
    </div>
  );
}

function HeaderCell<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const { header, isHeaderHidden } = column;
  const { sort, onSort } = headOf(column.id, sorting);
  const isSorted = sort === 'ascending' || sort === 'descending';
  return (
    <th scope="col" className={columnClass(column)} aria-sort={sort}>
      {onSort === undefined ? (
        <span className={isHeaderHidden === true ? 'sr-only' : ''}>{header}</span>
      ) : (
        <button type="button" className="inline-flex items-center gap-1 hover:text-ink" onClick={onSort}>
          <span>{header}</span>
          {isSorted && <Icon of={ArrowDown} className="!size-3 in-[[aria-sort=ascending]]:rotate-180" />}
        </button>
      )}
    </th>
  );
}

/** A header's sort state, and the function that toggles the column's order, starting with its first one. */
function headOf(id: string, sorting: Sorting | undefined) {
  const [ascending, descending] = [`${id}-asc`, `${id}-desc`];
  const [first, second] = sorting?.sorts.filter((each) => each === ascending || each === descending) ?? [];
  if (!sorting || first === undefined) return {};
  const { sort, onSort } = sorting;
  return {
    sort: sort === ascending ? 'ascending' : sort === descending ? 'descending' : 'none',
    onSort: second === undefined ? undefined : () => onSort(sort === first ? second : first),
  } as const;
}

/** Rows of the final height, shown after a short delay. The style sheet draws their bars. */
function SkeletonRows<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} className="late" aria-hidden="true">
      {columns.map((column) => (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the row is hidden from screen readers
        <td key={column.id} className={columnClass(column)} data-card={column.card} data-bare={column.isHeaderHidden} />
      ))}
    </tr>
  ));
}

/** Makes rows clickable, and lets columns give way whenever the table or its frame has changed. */
function useTable(columns: unknown, rows: unknown) {
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    const frame = table.current?.parentElement;
    if (frame) giveWay(frame);
  }, [columns, rows]);
  useEffect(() => {
    const frame = table.current?.parentElement;
    if (!frame) return;
    frame.addEventListener('click', pressRow);
    frame.addEventListener('auxclick', pressRow);
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(() => giveWayAgain(frame));
    observer?.observe(frame);
    // Larger letters change the table and not its frame.
    if (table.current) observer?.observe(table.current);
    return () => {
      frame.removeEventListener('click', pressRow);
      frame.removeEventListener('auxclick', pressRow);
      observer?.disconnect();
    };
  }, []);
  return table;
}
