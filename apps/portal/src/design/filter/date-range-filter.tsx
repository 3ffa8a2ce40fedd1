import { FilterChip } from './filter-chip.tsx';
import { rangeText, type DayRange } from '#design/days/date-presets.ts';

interface DateRangeFilterProps {
  label?: string | undefined;
  /** UTC days, 'YYYY-MM-DD', both included; undefined is open. */
  from?: string | undefined;
  to?: string | undefined;
  /** Today in UTC, 'YYYY-MM-DD'. */
  today: string;
  onApply: (range: DayRange) => void;
  /** Takes the range off, or back to the default, as the list decides. */
  onRemove?: (() => void) | undefined;
  /** Says something else than the days: "all dates (search)". */
  valueText?: string | undefined;
}

const loadEditor = () => import('./date-range-editor.tsx').then((module) => module.DateRangeEditor);

/** A filter between two UTC days: presets apply at once, own days on Apply or Enter. */
export function DateRangeFilter({
  label = 'Created',
  from,
  to,
  today,
  onApply,
  onRemove,
  valueText,
}: DateRangeFilterProps) {
  return (
    <FilterChip
      label={label}
      value={valueText ?? rangeText({ from, to }, today)}
      onRemove={onRemove}
      load={loadEditor}
      editor={(close, DateRangeEditor) => (
        <DateRangeEditor from={from} to={to} today={today} onApply={onApply} onDone={close} />
      )}
    />
  );
}
