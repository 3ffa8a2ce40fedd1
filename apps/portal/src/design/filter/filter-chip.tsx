import { Icon } from '#design/icon.tsx';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import { type ReactNode, useContext, useEffect, useRef } from 'react';
import { PopoverButton } from '#design/overlay/popover-button.tsx';
import { OpenFilter } from './open-filter.ts';

interface FilterChipProps {
  label: string;
  /** A short summary of the current value; undefined when the filter is off. */
  value?: string | undefined;
  /** Removes the filter; without it the chip has no remove button. */
  onRemove?: (() => void) | undefined;
  editor: (close: () => void) => ReactNode;
}

const chipClass =
  'inline-flex h-7 shrink-0 items-center rounded-[14px] border border-line-2 text-label whitespace-nowrap transition-colors duration-100 hover:border-ink-3';

/**
 * A chip for one filter: a dashed outline when off; the value and a remove button when on. In a filter bar, one that is off
 * is there only while its editor is open.
 */
export function FilterChip({ label, value, onRemove, editor }: FilterChipProps) {
  const bar = useContext(OpenFilter);
  const isOn = value !== undefined;
  const hasRemove = isOn && onRemove !== undefined;
  const chip = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isOn && chip.current) bar?.onShown(label, chip.current);
    // oxlint-disable-next-line react/exhaustive-deps -- only when its value arrives
  }, [isOn]);
  if (bar && !isOn && bar.label !== label) return null;
  const remove = () => {
    onRemove?.();
    bar?.onRemoved();
  };
  // The same tree for both states: the first tick turns the chip on, and its open editor must stay mounted.
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a key of its buttons
    <span
      ref={chip}
      className={`${chipClass} ${isOn ? 'bg-surface' : 'border-dashed text-ink-2 hover:text-ink print:hidden'}`}
      onKeyDown={({ key, currentTarget, target }) => {
        // Not in the editor, whose events come through its portal.
        if (hasRemove && key === 'Backspace' && currentTarget.contains(target as Node)) remove();
      }}
    >
      <PopoverButton
        title={label}
        content={editor}
        label={isOn ? undefined : `Filter by ${label}`}
        isOpenAtFirst={bar?.label === label}
        onOpenChange={(isOpen) => bar?.onOpenChange(label, isOpen)}
        className={`inline-flex h-full items-center gap-1.5 rounded-[14px] pl-2.5 ${hasRemove ? 'pr-1' : 'pr-2.5'}`}
      >
        {!isOn && <Icon of={Plus} className="!size-[13px] text-ink-3" />}
        {label}{' '}
        {isOn && <b className="num max-w-[min(300px,calc(100vw-112px))] truncate font-strong text-act">{value}</b>}
      </PopoverButton>
      {hasRemove && (
        <button
          type="button"
          aria-label={`Remove ${label} filter`}
          onClick={remove}
          className="grid h-full w-[26px] print:hidden place-items-center rounded-r-[14px] text-ink-3 hover:text-ink"
        >
          <Icon of={X} className="!size-[13px]" />
        </button>
      )}
    </span>
  );
}
