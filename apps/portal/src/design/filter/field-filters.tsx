import { AmountEditor } from './editors/amount-editor.tsx';
import { TextEditor, type TextFilterProps } from './editors/text-editor.tsx';
import { FilterChip } from './filter-chip.tsx';
import { type AmountRange, amountsText, type RangeNames } from './summaries.ts';

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
