import { type DayRange, utcRangeText } from '#design/days/date-presets.ts';
import { AmountEditor } from './editors/amount-editor.tsx';
import { DateRangeEditor } from './editors/date-range-editor.tsx';
import { TextEditor } from './editors/text-editor.tsx';
import { FilterChip } from './filter-chip.tsx';
import { type AmountRange, amountsText } from './summaries.ts';

/** The two parameters of the address that a range sets. */
export type RangeNames = readonly [from: string, to: string];

type AmountRangeFilterProps = AmountRange & {
  label?: string | undefined;
  names?: RangeNames | undefined;
  onApply: (range: AmountRange) => void;
};

/** A filter for a range of amounts; applies on Enter or Apply. */
export function AmountRangeFilter({ label = 'Amount', names, from, to, onApply }: AmountRangeFilterProps) {
  return (
    <FilterChip
      label={label}
      value={amountsText({ from, to })}
      onRemove={() => onApply({})}
      editor={(close) => <AmountEditor {...{ names, from, to, onApply }} onDone={close} />}
    />
  );
}

export interface TextFilterProps {
  label: string;
  /** The parameter of the address that the filter sets. */
  name?: string | undefined;
  value: string | undefined;
  onApply: (value: string | undefined) => void;
  placeholder?: string | undefined;
}

/** A filter by text; applies on Enter or Apply. */
export function TextFilter(props: TextFilterProps) {
  return (
    <FilterChip
      label={props.label}
      value={props.value}
      onRemove={() => props.onApply(undefined)}
      editor={(close) => <TextEditor {...props} onDone={close} />}
    />
  );
}

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
