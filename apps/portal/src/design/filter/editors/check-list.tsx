import { type ReactNode, useState } from 'react';
import { Checkbox } from '#design/choose/checkbox.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { walk } from './walk.ts';

export interface CheckOption<Value extends string> {
  value: Value;
  label: string;
  /** How many rows this option would match. */
  count?: number | undefined;
  /** Shown instead of the label, such as a Tag. */
  mark?: ReactNode;
}

interface CheckListProps<Value extends string> {
  label: string;
  /** The parameter of the address that the filter sets. */
  name?: string | undefined;
  options: readonly CheckOption<Value>[];
  selected: readonly Value[];
  onChange: (selected: Value[]) => void;
  isSingle?: boolean | undefined;
  onDone: () => void;
}

/** A list of checkboxes. Each tick applies immediately. */
export function CheckList<Value extends string>({
  label,
  name,
  options,
  selected,
  onChange,
  isSingle,
  onDone,
}: CheckListProps<Value>) {
  // Optimistic: a tick is shown before the address is updated.
  const [ticked, setTicked] = useState(selected);
  const [lastSelected, setLastSelected] = useState(selected.join());
  if (selected.join() !== lastSelected) {
    setLastSelected(selected.join());
    setTicked(selected);
  }
  const toggle = (value: Value, isOn: boolean) => {
    const all = options.map((option) => option.value);
    const alone = isOn ? [value] : [];
    const next = isSingle === true ? alone : all.filter((each) => (each === value ? isOn : ticked.includes(each)));
    setTicked(next);
    onChange(next);
  };
  return (
    <form method="get" data-single={isSingle} className="w-[248px]" onSubmit={(event) => event.preventDefault()}>
      <div role="group" aria-label={label} onKeyDown={walk} className="max-h-[min(320px,50vh)] overflow-y-auto p-1.5">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            name={name}
            value={option.value}
            checked={ticked.includes(option.value)}
            onChange={(isOn) => toggle(option.value, isOn)}
            className="rounded-medium px-2 py-1.5 focus-within:bg-hover hover:bg-hover"
          >
            <span className="min-w-0 grow">{option.mark ?? option.label}</span>
            {option.count !== undefined && (
              <span className="num text-label text-ink-3">{formatCount(option.count)}</span>
            )}
          </Checkbox>
        ))}
      </div>
      <div className="border-t border-line p-1.5">
        <button
          type="button"
          className="flex w-full items-center rounded-medium px-2 py-1.5 hover:bg-hover aria-disabled:text-ink-3"
          aria-disabled={selected.length === 0 ? true : undefined}
          onClick={() => {
            if (selected.length > 0) onChange([]);
            onDone();
          }}
        >
          Clear
          <span aria-hidden="true" className="ml-auto text-label text-ink-3 phone:hidden">
            Esc
          </span>
        </button>
      </div>
    </form>
  );
}
