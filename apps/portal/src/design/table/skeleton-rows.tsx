import { Skeleton } from '#design/feedback/skeleton.tsx';
import type { Column } from './column.ts';

const widths = [62, 78, 54, 70, 66];

/** Rows in their final geometry, before their words: shown only once the waiting is felt. */
export function SkeletonRows<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} className="late" aria-hidden="true">
      {columns.map((column, index) => (
        <td key={column.id} className={column.align === 'end' ? 'end' : ''} data-card={column.card}>
          {column.isHeaderHidden !== true && <Skeleton width={`${widths[(row + index) % widths.length] ?? 60}%`} />}
        </td>
      ))}
    </tr>
  ));
}
