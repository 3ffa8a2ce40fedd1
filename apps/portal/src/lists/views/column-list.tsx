import { type KeyboardEvent, useState } from 'react';
import { Icon } from '#design/icon.tsx';
import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs';
import ArrowUp from 'lucide/dist/esm/icons/arrow-up.mjs';
import GripVertical from 'lucide/dist/esm/icons/grip-vertical.mjs';
import { Checkbox } from '#design/choose/checkbox.tsx';
import { Button } from '#design/controls/button.tsx';
import { useDragOrder } from './drag-order.ts';
import { type ColumnItem, useColumnItems } from './column-items.ts';
import type { Choosing } from './use-columns.ts';

/** The columns of a list with a checkbox each, in an order that is changed by dragging, by buttons or by Alt and an arrow. */
export function ColumnList<Row, Search, Context>(props: Choosing<Row, Search, Context>) {
  const { items: given, usual, choose } = useColumnItems(props);
  // Kept in state, because the address is updated later than the next key press.
  const [items, setItems] = useState<readonly ColumnItem[]>(given);
  const [announced, announce] = useState('');
  const change = (next: readonly ColumnItem[]) => {
    setItems(next);
    choose(next);
  };
  const move = (from: number, to: number) => {
    const item = items[from];
    if (!item || to < 0 || to >= items.length || from === to) return;
    const others = items.filter((each) => each !== item);
    change([...others.slice(0, to), item, ...others.slice(to)]);
    announce(`${item.header} is now ${to + 1} of ${items.length}`);
  };
  const drag = useDragOrder(items.length, move);
  const isUsual = JSON.stringify(items) === JSON.stringify(usual);
  return (
    <div className="w-[264px] phone:w-auto">
      <ul {...drag.list} aria-label="Columns" className="m-0 list-none p-1.5">
        {items.map((item, at) => (
          <Row
            key={item.id}
            {...{ item, at, count: items.length }}
            place={drag.placeOf(at)}
            onToggle={(isShown) => change(items.map((each) => (each === item ? { ...item, isShown } : each)))}
            onMove={(by) => move(at, at + by)}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {announced}
      </p>
      <div className="border-t border-line p-1.5">
        <Button
          variant="quiet"
          size="s"
          className="w-full !justify-start"
          onClick={() => {
            change(usual);
            announce('The columns are as they are by default');
          }}
          disabledReason={isUsual ? 'The columns are as they are by default' : undefined}
        >
          Reset to default
        </Button>
      </div>
    </div>
  );
}

interface RowProps {
  item: ColumnItem;
  at: number;
  count: number;
  /** While a row is dragged: this one, or a row before or after which it will be. */
  place: 'dragged' | 'before' | 'after' | undefined;
  onToggle: (isShown: boolean) => void;
  onMove: (by: 1 | -1) => void;
}

const rowClass =
  'group flex items-center rounded-medium border-y-2 border-transparent pr-1 focus-within:bg-hover hover:bg-hover ' +
  'data-[place=dragged]:opacity-55 data-[place=before]:border-t-act data-[place=after]:border-b-act';

function Row({ item, at, count, place, onToggle, onMove }: RowProps) {
  const { header, isFixed, isShown, isOnCards } = item;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <li className={rowClass} data-place={place} onKeyDown={onKeyDown}>
      <span
        data-handle
        className="cursor-grab touch-none px-1 py-2 text-ink-3 phone:px-2 phone:py-3"
        aria-hidden="true"
      >
        <Icon of={GripVertical} className="!size-3.5" />
      </span>
      <Checkbox checked={isShown} disabled={isFixed} onChange={onToggle} className="min-w-0 grow py-1.5 phone:py-2.5">
        <span className="truncate">
          {header}
          {isFixed && <span className="text-ink-3">, always shown</span>}
          {!isOnCards && <span className="hidden text-ink-3 phone:inline">, not on phones</span>}
        </span>
      </Checkbox>
      <MoveButton label={`Move ${header} up`} isOff={at === 0} icon={ArrowUp} onClick={() => onMove(-1)} />
      <MoveButton label={`Move ${header} down`} isOff={at === count - 1} icon={ArrowDown} onClick={() => onMove(1)} />
    </li>
  );
}

interface MoveButtonProps {
  label: string;
  isOff: boolean;
  icon: typeof ArrowUp;
  onClick: () => void;
}

/** Remains focusable at the ends, so that a row that arrives there keeps the focus. */
const MoveButton = ({ label, isOff, icon, onClick }: MoveButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={isOff || undefined}
    onClick={onClick}
    className="grid size-6 shrink-0 place-items-center rounded text-ink-3 hover:text-ink aria-disabled:opacity-55 phone:size-11"
  >
    <Icon of={icon} className="!size-3.5" />
  </button>
);
