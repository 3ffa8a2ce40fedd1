import { FilterChip } from './filter-chip.tsx';
import { selectedText } from './summaries.ts';
import { CheckList, type CheckOption } from './editors/check-list.tsx';

interface CheckListFilterProps<Value extends string> {
  label: string;
  /** The parameter of the address that the filter sets. */
  name?: string | undefined;
  options: readonly CheckOption<Value>[];
  selected: readonly Value[];
  /** Called with each tick, in the order of the options; an empty list removes the filter. */
  onChange: (selected: Value[]) => void;
  /** Only one can be selected at a time. */
  isSingle?: boolean | undefined;
}

export function CheckListFilter<Value extends string>({
  label,
  name,
  options,
  selected,
  onChange,
  isSingle,
}: CheckListFilterProps<Value>) {
  return (
    <FilterChip
      label={label}
      value={selectedText(options, selected)}
      onRemove={() => onChange([])}
      editor={(close) => (
        <CheckList
          label={label}
          name={name}
          options={options}
          selected={selected}
          onChange={onChange}
          isSingle={isSingle}
          onDone={close}
        />
      )}
    />
  );
}
