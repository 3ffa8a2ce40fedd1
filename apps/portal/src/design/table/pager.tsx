import { Icon } from '#design/icon.tsx';
import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs';
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs';
import ChevronsLeft from 'lucide/dist/esm/icons/chevrons-left.mjs';
import ChevronsRight from 'lucide/dist/esm/icons/chevrons-right.mjs';
import { Button } from '#design/controls/button.tsx';
import { SelectField } from '#design/choose/select-field.tsx';
import { formatRange } from '#design/text/format-text.ts';
import type { ReactNode } from 'react';

/**
 * Draws the range so that its total can be explained; not called without rows, where the range is hidden. The total is
 * undefined where counting stopped.
 */
export type ExplainTotal = (range: string, total: number | undefined) => ReactNode;

interface PagerProps {
  /** Counted from 1. */
  page: number;
  rows: number;
  /** The number of all rows; nothing is rendered until it is known. */
  total: number | undefined;
  /** There are more pages than the total says, so the last one is not offered. */
  isAtLeast?: boolean | undefined;
  onPage: (page: number) => void;
  /** Without it the page size is fixed. */
  onRows?: ((rows: number) => void) | undefined;
  sizes?: readonly number[] | undefined;
  explain?: ExplainTotal | undefined;
}

/**
 * The shown range, “1–10 of 4,312”, with buttons to other pages if there are any. The text is announced when it
 * changes; without rows it is hidden visually, because the empty list shows the same.
 */
export function Pager(props: PagerProps) {
  const { page, rows, total, isAtLeast = false, onPage, onRows, sizes = [10, 25, 50, 100], explain } = props;
  if (total === undefined) return null;
  const last = Math.max(1, Math.ceil(total / rows));
  const range = formatRange(page, rows, total, isAtLeast);
  const hasSteps = page > 1 || last > 1;
  // A size above the total can still be changed to a smaller one.
  const hasSizes = onRows !== undefined && (hasSteps || total > Math.min(...sizes));
  return (
    <nav
      aria-label="Pages"
      className={
        total === 0 && !hasSteps
          ? 'sr-only'
          : 'num flex min-h-[42px] flex-wrap items-center gap-x-4 gap-y-2 pt-3.5 text-label text-ink-3'
      }
    >
      <span role="status">{explain && total > 0 ? explain(range, isAtLeast ? undefined : total) : range}</span>
      {(hasSizes || hasSteps) && (
        <div className="ml-auto flex items-center gap-2 print:hidden phone:gap-1.5">
          {hasSizes && (
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
          {hasSteps && <Steps {...{ page, last, isAtLeast, onPage }} />}
        </div>
      )}
    </nav>
  );
}

interface StepsProps {
  page: number;
  last: number;
  isAtLeast: boolean;
  onPage: (page: number) => void;
}

function Steps({ page, last, isAtLeast, onPage }: StepsProps) {
  const steps = [
    ['First page', ChevronsLeft, 1, page <= 1],
    ['Previous page', ChevronLeft, Math.min(page - 1, last), page <= 1],
    ['Next page', ChevronRight, page + 1, page >= last],
    ['Last page', ChevronsRight, last, isAtLeast || page >= last],
  ] as const;
  return steps.map(([label, drawing, target, isOff]) => (
    <Button
      key={label}
      size="s"
      aria-label={label}
      className="w-9 !px-0 phone:w-8 aria-disabled:opacity-45"
      aria-disabled={isOff ? true : undefined}
      onClick={() => {
        if (!isOff) onPage(target);
      }}
      icon={<Icon of={drawing} />}
    />
  ));
}
