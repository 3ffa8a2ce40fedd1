import type { ReactNode } from 'react';
import { Icon } from '#design/icon.tsx';
import type { Column } from '#design/table/column.ts';
import Check from 'lucide/dist/esm/icons/check.mjs';

// The checkboxes are plain elements that the browser ticks. They are in the first render of a list, cost no component and can be ticked
// before the code of the selection has loaded, which then reads and sets them (use-checkboxes.ts).

const mark = Icon({
  of: Check,
  className:
    'pointer-events-none invisible absolute !size-[11px] ![stroke-width:3] text-paper peer-checked:visible forced:hidden',
});

const box = (label: string, rowId?: string) => (
  <label className="pick">
    <input
      type="checkbox"
      aria-label={label}
      value={rowId}
      className="peer size-[15px] shrink-0 appearance-none rounded-small border-[1.5px] border-field-line bg-paper checked:border-ink checked:bg-ink indeterminate:border-[5px] indeterminate:border-ink forced:appearance-auto"
    />
    {mark}
  </label>
);

const pageBox = box('Select all rows on this page');

const beside = (content: ReactNode, checkbox: ReactNode) => (
  <>
    {content}
    {checkbox}
  </>
);

interface NamedRows<Row> {
  rowKey: (row: Row) => string;
  rowLabel?: (row: Row) => string;
}

/** Adds a checkbox to the header and to each row. They are visible on hover, on focus and while anything is selected. */
export function withCheckboxes<Row>(
  columns: readonly Column<Row>[],
  { rowKey, rowLabel = rowKey }: NamedRows<Row>,
): readonly Column<Row>[] {
  // In a cell that is also on a phone's card and is not a link.
  const at = columns.findLastIndex(({ card }, index) => index > 0 && card !== undefined);
  return columns.map((column, index) => {
    if (index === 0) return { ...column, header: beside(column.header, pageBox) };
    if (index !== at) return column;
    return { ...column, cell: (row) => beside(column.cell(row), box(`Select ${rowLabel(row)}`, rowKey(row))) };
  });
}
