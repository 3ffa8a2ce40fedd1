import { Plus, X } from 'lucide-react';
import { PopoverButton, type PopoverContent } from '#design/overlay/popover-button.tsx';

type FilterChipProps = {
  label: string;
  /** What it holds now, in a few words; undefined when the filter is off. */
  value?: string | undefined;
  /** Takes the filter off; without it the chip cannot be removed. */
  onRemove?: (() => void) | undefined;
  /** The editor that opens. */
  editor: PopoverContent;
};

const chip =
  'inline-flex h-7 shrink-0 items-center rounded-[14px] border text-label whitespace-nowrap transition-colors duration-100';
const off = `${chip} gap-1.5 border-dashed border-line-2 px-2.5 text-ink-2 hover:border-ink-3 hover:text-ink`;

/** One filter: off it is a dashed offer, on it says its value and carries its own remove. */
export function FilterChip({ label, value, onRemove, editor }: FilterChipProps) {
  if (value === undefined) {
    return (
      <PopoverButton title={label} content={editor} className={off} label={`Filter by ${label}`}>
        <Plus aria-hidden="true" className="!size-[13px] text-ink-3" />
        {label}
      </PopoverButton>
    );
  }
  return (
    <span className={`${chip} border-line-2 bg-surface hover:border-ink-3`}>
      <PopoverButton
        title={label}
        content={editor}
        className={`inline-flex h-full items-center gap-1.5 rounded-[14px] pl-2.5 ${onRemove === undefined ? 'pr-2.5' : 'pr-1'}`}
      >
        {label} <b className="num max-w-[220px] truncate font-strong text-act">{value}</b>
      </PopoverButton>
      {onRemove !== undefined && (
        <button
          type="button"
          aria-label={`Remove ${label} filter`}
          onClick={onRemove}
          className="grid h-full w-[26px] place-items-center rounded-r-[14px] text-ink-3 hover:text-ink"
        >
          <X aria-hidden="true" className="!size-[13px]" />
        </button>
      )}
    </span>
  );
}
