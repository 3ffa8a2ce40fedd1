import { type MouseEvent, useSyncExternalStore } from 'react';
import { Icon } from '#design/icon.tsx';
import Check from 'lucide/dist/esm/icons/check.mjs';
import { isActive, isSelected, type SelectionStore } from './selection-store.ts';

interface RowCheckboxProps<Row> {
  store: SelectionStore<Row>;
  rowId: string;
  /** The row's name, for screen readers. */
  name: string;
  onToggle: (rowId: string, isOn: boolean, isRange: boolean) => void;
}

/** Shown while anything is selected, on hover or on focus. Rendered only for changes of its own row. */
export function RowCheckbox<Row>({ store, rowId, name, onToggle }: RowCheckboxProps<Row>) {
  const isOn = useSyncExternalStore(store.subscribe, () => isSelected(store.get(), rowId));
  return <Box label={`Select ${name}`} isOn={isOn} onClick={(event) => onToggle(rowId, !isOn, event.shiftKey)} />;
}

interface PageCheckboxProps<Row> {
  store: SelectionStore<Row>;
  rowIds: () => readonly string[];
  onToggle: (isOn: boolean) => void;
}

/** The checkbox for all rows of the page; while anything is selected, all checkboxes are shown (data-table.css). */
export function PageCheckbox<Row>({ store, rowIds, onToggle }: PageCheckboxProps<Row>) {
  const selected = useSyncExternalStore(store.subscribe, store.get);
  const ids = rowIds();
  const count = ids.filter((id) => isSelected(selected, id)).length;
  const isOn = count > 0 && count === ids.length;
  return (
    <Box
      label="Select all rows on this page"
      isActive={isActive(selected)}
      isOn={isOn}
      isPart={count > 0 && !isOn}
      onClick={() => onToggle(!isOn)}
    />
  );
}

interface BoxProps {
  label: string;
  isActive?: boolean;
  isOn: boolean;
  /** Some but not all rows are selected; only for the page's checkbox. */
  isPart?: boolean;
  onClick: (event: MouseEvent) => void;
}

// A constant element, so that ticking a hundred boxes renders it only once.
const mark = (
  <Icon
    of={Check}
    className="pointer-events-none invisible absolute !size-[11px] ![stroke-width:3] text-paper peer-checked:visible forced:hidden"
  />
);

function Box({ label, isActive: isShown = false, isOn, isPart, onClick }: BoxProps) {
  return (
    <label className="pick" data-active={isShown ? '' : undefined}>
      <input
        ref={isPart === undefined ? undefined : (input) => void (input && (input.indeterminate = isPart))}
        type="checkbox"
        aria-label={label}
        checked={isOn}
        onClick={onClick}
        onChange={() => undefined}
        className="peer size-[15px] shrink-0 appearance-none rounded-small border-[1.5px] border-field-line bg-paper checked:border-ink checked:bg-ink indeterminate:border-[5px] indeterminate:border-ink forced:appearance-auto"
      />
      {mark}
    </label>
  );
}
