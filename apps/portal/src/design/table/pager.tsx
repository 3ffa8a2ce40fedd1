import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { Button } from '#design/controls/button.tsx';
import { SelectField } from '#design/choose/select-field.tsx';
import { formatCount } from '#design/text/format-count.ts';

type PagerProps = {
  /** From 1. */
  page: number;
  rows: number;
  /** All rows there are; nothing is shown until it is known. */
  total: number | undefined;
  onPage: (page: number) => void;
  /** Without it the page size is fixed and not offered. */
  onRows?: ((rows: number) => void) | undefined;
  sizes?: readonly number[] | undefined;
};

/** "1–10 of 4,312": which rows stand here, and the ways to the others. The sentence is announced when it changes. */
export function Pager({ page, rows, total, onPage, onRows, sizes = [10, 25, 50, 100] }: PagerProps) {
  if (total === undefined) return null;
  const last = Math.max(1, Math.ceil(total / rows));
  const from = (page - 1) * rows + 1;
  const to = Math.min(page * rows, total);
  const range =
    total === 0
      ? '0 of 0'
      : from > total
        ? `None of ${formatCount(total)} here`
        : `${formatCount(from)}–${formatCount(to)} of ${formatCount(total)}`;
  const steps = [
    ['First page', ChevronsLeft, 1, page <= 1],
    ['Previous page', ChevronLeft, Math.min(page - 1, last), page <= 1],
    ['Next page', ChevronRight, page + 1, page >= last],
    ['Last page', ChevronsRight, last, page >= last],
  ] as const;
  return (
    <nav aria-label="Pages" className="num flex flex-wrap items-center gap-x-4 gap-y-2 pt-3.5 text-label text-ink-3">
      <span role="status">{range}</span>
      <div className="ml-auto flex items-center gap-2 phone:gap-1.5">
        {onRows !== undefined && (
          <SelectField
            label="Rows"
            size="s"
            value={String(rows)}
            options={[...new Set([...sizes, rows])]
              .toSorted((a, b) => a - b)
              .map((size) => ({ value: String(size), label: String(size) }))}
            onChange={(value) => onRows(Number(value))}
          />
        )}
        {steps.map(([label, Icon, target, isOff]) => (
          <Button
            key={label}
            size="s"
            aria-label={label}
            className="w-9 !px-0 phone:w-8 aria-disabled:opacity-45"
            aria-disabled={isOff ? true : undefined}
            onClick={() => {
              if (!isOff) onPage(target);
            }}
            icon={<Icon aria-hidden="true" />}
          />
        ))}
      </div>
    </nav>
  );
}
