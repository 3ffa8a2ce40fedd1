import { type MouseEvent, useSyncExternalStore } from 'react';
import { Icon } from '#design/icon.tsx';
import Check from 'lucide/dist/esm/icons/check.mjs';
import { isActive, isPicked, type PickStore } from './picks.ts';

interface RowBoxProps<Row> {
  store: PickStore<Row>;
  rowId: string;
  /** Of the row, for screen readers. */
  name: string;
  onToggle: (rowId: string, isOn: boolean, isRange: boolean) => void;
}

/** The box of one row: shown when something is selected, or where the pointer or the focus is. Another row's does not draw it. */
export function RowBox<Row>({ store, rowId, name, onToggle }: RowBoxProps<Row>) {
  const isOn = useSyncExternalStore(store.subscribe, () => isPicked(store.get(), rowId));
  return <Box label={`Select ${name}`} isOn={isOn} onClick={(event) => onToggle(rowId, !isOn, event.shiftKey)} />;
}

interface PageBoxProps<Row> {
  store: PickStore<Row>;
  rowIds: () => readonly string[];
  onToggle: (isOn: boolean) => void;
}

/** The box of all rows on the page; while something is selected it has the others shown (data-table.css). */
export function PageBox<Row>({ store, rowIds, onToggle }: PageBoxProps<Row>) {
  const picks = useSyncExternalStore(store.subscribe, store.get);
  const ids = rowIds();
  const count = ids.filter((id) => isPicked(picks, id)).length;
  const isOn = count > 0 && count === ids.length;
  return (
    <Box
      label="Select all rows on this page"
      isActive={isActive(picks)}
      isOn={isOn}
      isPart={count > 0 && !isOn}
      onClick={() => onToggle(!isOn)}
    />
  );
}

interface BoxProps {
  label: string;
  /** All boxes are shown, wherever the pointer is. */
  isActive?: boolean;
  isOn: boolean;
  /** Of several rows, whether some are selected and not all; one row's box has no such state. */
  isPart?: boolean;
  onClick: (event: MouseEvent) => void;
}

// Always the same: a hundred boxes that are ticked at once draw none of it anew.
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
