import { FilterChip } from './filter-chip.tsx';
import { type DayRange, utcRangeText } from '#design/days/date-presets.ts';

/** Decimal text in major units, “12.50”; a missing end is open. */
export interface AmountRange {
  from?: string | undefined;
  to?: string | undefined;
}

type AmountRangeFilterProps = AmountRange & { label?: string | undefined; onApply: (range: AmountRange) => void };

const loadAmountEditor = () => import('./editors/amount-editor.tsx').then((module) => module.AmountEditor);

const grouped = (amount: string) => amount.replace(/\B(?=(\d{3})+(?!\d)(?=\.|$))/g, ',');

const summary = (range: AmountRange): string | undefined => {
  const from = range.from === undefined ? undefined : grouped(range.from);
  const to = range.to === undefined ? undefined : grouped(range.to);
  if (from !== undefined && to !== undefined) return from === to ? from : `${from} – ${to}`;
  if (from !== undefined) return `from ${from}`;
  return to === undefined ? undefined : `up to ${to}`;
};

/** A filter for a range of amounts; applies on Enter or Apply. */
export function AmountRangeFilter({ label = 'Amount', from, to, onApply }: AmountRangeFilterProps) {
  return (
    <FilterChip
      label={label}
      value={summary({ from, to })}
      onRemove={() => onApply({})}
      load={loadAmountEditor}
      editor={(close, AmountEditor) => <AmountEditor from={from} to={to} onApply={onApply} onDone={close} />}
    />
  );
}

export interface TextFilterProps {
  label: string;
  value: string | undefined;
  onApply: (value: string | undefined) => void;
  placeholder?: string | undefined;
}

const loadTextEditor = () => import('./editors/text-editor.tsx').then((module) => module.TextEditor);

/** A filter by text; applies on Enter or Apply. */
export function TextFilter(props: TextFilterProps) {
  return (
    <FilterChip
      label={props.label}
      value={props.value}
      onRemove={() => props.onApply(undefined)}
      load={loadTextEditor}
      editor={(close, TextEditor) => <TextEditor {...props} onDone={close} />}
    />
  );
}

interface DateRangeFilterProps {
  label?: string | undefined;
  /** UTC days, 'YYYY-MM-DD', both included; undefined is open. */
  from?: string | undefined;
  to?: string | undefined;
  /** Today in UTC, 'YYYY-MM-DD'. */
  today: string;
  /** Today in the display time zone; omitted if that is also UTC. */
  localToday?: string | undefined;
  onApply: (range: DayRange) => void;
  /** Removes the range or resets it to the default, as the list decides. */
  onRemove?: (() => void) | undefined;
  /** Shown instead of the days: “all dates (search)”. */
  valueText?: string | undefined;
}

const loadDateRangeEditor = () => import('./editors/date-range-editor.tsx').then((module) => module.DateRangeEditor);

/** A filter for a range of UTC days: presets apply immediately, custom days on Apply or Enter. */
export function DateRangeFilter({
  label = 'Created',
  from,
  to,
  today,
  localToday,
  onApply,
  onRemove,
  valueText,
}: DateRangeFilterProps) {
  return (
    <FilterChip
      label={label}
      value={valueText ?? utcRangeText({ from, to }, today, localToday)}
      onRemove={onRemove}
      load={loadDateRangeEditor}
      editor={(close, DateRangeEditor) => (
        <DateRangeEditor {...{ from, to, today, localToday, onApply }} onDone={close} />
      )}
    />
  );
}
