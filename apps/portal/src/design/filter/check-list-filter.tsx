import { FilterChip } from './filter-chip.tsx';
import type { CheckOption } from './editors/check-list.tsx';

interface CheckListFilterProps<Value extends string> {
  label: string;
  options: readonly CheckOption<Value>[];
  selected: readonly Value[];
  /** Called with each tick, in the order of the options; an empty list removes the filter. */
  onChange: (selected: Value[]) => void;
  /** Only one can be selected at a time. */
  isSingle?: boolean | undefined;
}

const loadList = () => import('./editors/check-list.tsx').then((module) => module.CheckList);

/** A short summary of the selection; undefined when nothing is selected. */
export function selectedText<Value extends string>(
  options: readonly CheckOption<Value>[],
  selected: readonly Value[],
): string | undefined {
  if (selected.length === 0) return undefined;
  if (selected.length > 1) return `${selected.length} of ${options.length}`;
  return options.find((option) => option.value === selected[0])?.label ?? selected[0];
}

export function CheckListFilter<Value extends string>({
  label,
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
      load={loadList}
      editor={(close, CheckList) => (
        <CheckList
          label={label}
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
