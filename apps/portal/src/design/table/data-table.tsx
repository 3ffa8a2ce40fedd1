import { Icon } from '#design/icon.tsx';
import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs';
import ArrowUp from 'lucide/dist/esm/icons/arrow-up.mjs';
import { memo, type ReactNode, type Ref, useEffect, useRef } from 'react';
import type { Column } from './column.ts';
import { pressRow } from './row-press.ts';

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first rows are on their way: skeletons stand in their geometry. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Where a row leads. The link stands in the first cell and its area is the whole row. */
  rowHref?: ((row: Row) => string) | undefined;
  /** The link's full name; must begin with the words of the first cell. */
  rowLabel?: ((row: Row) => string) | undefined;
  /** The row being read, by its place. */
  at?: number | null | undefined;
  /** New rows are on their way: the old ones stand, dimmed. */
  isStale?: boolean | undefined;
  skeletonRows?: number | undefined;
  /** Stands in place of the rows when there are none. */
  empty?: ReactNode;
  /** Keeps the margin before the rows for boxes that come later. */
  hasBoxes?: boolean | undefined;
  /** Rows become cards on a phone; on by default. */
  isCards?: boolean | undefined;
  ref?: Ref<HTMLDivElement> | undefined;
}

const cellClass = <Row,>(column: Column<Row>) =>
  [
    column.align === 'end' && 'end',
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
    const isLink = index === 0 && rowHref !== undefined;
    return (
      <td
        key={column.id}
        className={cellClass(column)}
        data-card={column.card}
        data-raised={column.isRaised === true ? '' : undefined}
      >
        {isLink ? (
          <a className="row-link" href={rowHref(row)} aria-label={rowLabel?.(row)}>
            {content}
          </a>
        ) : (
          content
        )}
      </td>
    );
  });
}

// Walking the rows with the keys changes one attribute, and need not make every cell anew. `memo` forgets the type of the row.
const Cells = memo(RowCells) as unknown as typeof RowCells;

/** A list served page by page. Fixed columns: nothing moves between skeleton, rows and the next rows. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    rowHref,
    rowLabel,
    at,
    isStale = false,
    skeletonRows = 10,
    empty,
    hasBoxes,
    isCards = true,
    ref,
  } = props;
  const isWaiting = rows === undefined;
  const minWidth = columns.reduce((sum, column) => sum + (column.width ?? 120), 0);
  // A wide table without links in it could not be scrolled by keyboard otherwise.
  const frame = rowHref === undefined ? ({ role: 'region', 'aria-label': caption, tabIndex: 0 } as const) : undefined;
  const table = useTable();
  return (
    <div ref={ref} className="table-wrap" data-boxes={hasBoxes} {...frame}>
      <table
        ref={table}
        className={`data-table ${isCards ? 'cards' : ''}`}
        style={{ minWidth }}
        aria-busy={isWaiting || isStale ? true : undefined}
      >
        <caption className="sr-only">{caption}</caption>
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} style={column.width === undefined ? undefined : { width: column.width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} />
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

/** A column's header: its name, how the list is sorted by it, and the way to sort it so. */
function HeaderCell<Row>({ column }: { column: Column<Row> }) {
  const { header, isHeaderHidden, align, sort, onSort } = column;
  const arrow = sort === 'ascending' ? ArrowUp : ArrowDown;
  const isSorted = sort === 'ascending' || sort === 'descending';
  const mark = isSorted && onSort !== undefined && <Icon of={arrow} className="!size-3" />;
  return (
    <th scope="col" className={align === 'end' ? 'end' : ''} aria-sort={sort}>
      {onSort === undefined ? (
        <span className={isHeaderHidden === true ? 'sr-only' : ''}>{header}</span>
      ) : (
        <button type="button" className="inline-flex items-center gap-1 hover:text-ink" onClick={onSort}>
          <span>{header}</span>
          {mark}
        </button>
      )}
    </th>
  );
}

/** Rows in their final geometry, before their words: shown only once the waiting is felt. Their bars are the style sheet's. */
function SkeletonRows<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} className="late" aria-hidden="true">
      {columns.map((column) => (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nobody hears the row
        <td
          key={column.id}
          className={column.align === 'end' ? 'end' : ''}
          data-card={column.card}
          data-bare={column.isHeaderHidden}
        />
      ))}
    </tr>
  ));
}

/** Makes the rows lead on wherever they are pressed, and says on the frame whether all of the table fits: then its head can stay in sight. */
function useTable() {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const frame = table.current?.parentElement;
    if (!frame) return;
    frame.addEventListener('click', pressRow);
    frame.addEventListener('auxclick', pressRow);
    const measure = () => frame.toggleAttribute('data-fits', (table.current?.offsetWidth ?? 0) <= frame.clientWidth);
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure);
    observer?.observe(frame);
    return () => {
      frame.removeEventListener('click', pressRow);
      frame.removeEventListener('auxclick', pressRow);
      observer?.disconnect();
    };
  }, []);
  return table;
}
