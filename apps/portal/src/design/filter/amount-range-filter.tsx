import { FilterChip } from './filter-chip.tsx';

/** Decimal texts in major units, "12.50"; a missing end is open. */
export interface AmountRange {
  from?: string | undefined;
  to?: string | undefined;
}

type AmountRangeFilterProps = AmountRange & { label?: string | undefined; onApply: (range: AmountRange) => void };

const loadEditor = () => import('./amount-editor.tsx').then((module) => module.AmountEditor);

const grouped = (amount: string) => amount.replace(/\B(?=(\d{3})+(?!\d)(?=\.|$))/g, ',');

const summary = (range: AmountRange): string | undefined => {
  const from = range.from === undefined ? undefined : grouped(range.from);
  const to = range.to === undefined ? undefined : grouped(range.to);
  if (from !== undefined && to !== undefined) return from === to ? from : `${from} – ${to}`;
  if (from !== undefined) return `from ${from}`;
  return to === undefined ? undefined : `up to ${to}`;
};

/** A filter between two amounts; applies on Enter or Apply. */
export function AmountRangeFilter({ label = 'Amount', from, to, onApply }: AmountRangeFilterProps) {
  return (
    <FilterChip
      label={label}
      value={summary({ from, to })}
      onRemove={() => onApply({})}
      load={loadEditor}
      editor={(close, AmountEditor) => <AmountEditor from={from} to={to} onApply={onApply} onDone={close} />}
    />
  );
}
