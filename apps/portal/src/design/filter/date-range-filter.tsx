import { type DayRange, utcRangeText } from '#design/days/date-presets.ts';
import { DateRangeEditor } from './editors/date-range-editor.tsx';
import { FilterChip } from './filter-chip.tsx';
import type { RangeNames } from './summaries.ts';

interface DateRangeFilterProps {
  label?: string | undefined;
  names?: RangeNames | undefined;
  /** A parameter that the chosen days remove from the address. */
  replaces?: string | undefined;
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

/** A filter for a range of UTC days: presets apply immediately, custom days on Apply or Enter. */
export function DateRangeFilter({ label = 'Created', onRemove, valueText, ...editor }: DateRangeFilterProps) {
  const { from, to, today, localToday } = editor;
  return (
    <FilterChip
      label={label}
      value={valueText ?? utcRangeText({ from, to }, today, localToday)}
      onRemove={onRemove}
      editor={(close) => <DateRangeEditor {...editor} onDone={close} />}
    />
  );
}
