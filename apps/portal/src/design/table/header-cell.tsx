import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Column } from './column.ts';

/** A column's header: its name, how the list is sorted by it, and the way to sort it so. */
export function HeaderCell<Row>({ column }: { column: Column<Row> }) {
  const { header, isHeaderHidden, align, sort, onSort } = column;
  const Arrow = sort === 'ascending' ? ArrowUp : ArrowDown;
  const isSorted = sort === 'ascending' || sort === 'descending';
  const arrow = isSorted && onSort !== undefined && <Arrow aria-hidden="true" className="!size-3" />;
  return (
    <th scope="col" className={align === 'end' ? 'end' : ''} aria-sort={sort}>
      {onSort === undefined ? (
        <span className={isHeaderHidden === true ? 'sr-only' : ''}>{header}</span>
      ) : (
        <button type="button" className="inline-flex items-center gap-1 hover:text-ink" onClick={onSort}>
          {header}
          {arrow}
        </button>
      )}
    </th>
  );
}
