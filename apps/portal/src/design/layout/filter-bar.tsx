import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '#design/icon.tsx';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { FilterMenu, type OfferedFilter } from '#design/filter/filter-menu.tsx';
import { OpenFilter } from '#design/filter/open-filter.ts';
import { PopoverButton } from '#design/overlay/popover-button.tsx';

interface FilterBarProps {
  label?: string | undefined;
  /** The search and the chips. */
  children?: ReactNode;
  /** The filters that are off; without them there is no button to add one. */
  offered?: readonly OfferedFilter[] | undefined;
  /** The key that opens the menu of filters. */
  shortcut?: string | undefined;
  /** After the button. */
  clear?: ReactNode;
  /** At the right end. */
  end?: ReactNode;
}

/** The search, the filters that are set and a button to add one, above a list; stays at the top while the page scrolls. */
export function FilterBar({ label = 'Filters', children, offered, shortcut, clear, end }: FilterBarProps) {
  const [open, setOpen] = useState<string>();
  const add = useRef<HTMLSpanElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const focusAdd = () => add.current?.querySelector('button')?.focus({ preventScroll: true });
  const shared = useMemo(
    () => ({
      label: open,
      onOpenChange: (filter: string, isOpen: boolean) =>
        setOpen((before) => (isOpen ? filter : before === filter ? undefined : before)),
      onRemoved: focusAdd,
    }),
    [open],
  );
  useEffect(() => {
    if (open === undefined) return undefined;
    return () => {
      // A filter that was closed without a value has taken the focus with it.
      if (document.activeElement === document.body) focusAdd();
    };
  }, [open]);
  useEffect(() => {
    const element = bar.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    // The heads of the columns stay below it, also when the chips need a second line.
    const observer = new ResizeObserver(() =>
      element.parentElement?.style.setProperty('--filters', `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={bar} role="group" aria-label={label} className="filter-bar">
      <div className="flex min-w-0 grow flex-wrap items-center gap-2 phone:contents">
        <OpenFilter value={shared}>{children}</OpenFilter>
        {offered && (
          <span ref={add} className="filter-add">
            <PopoverButton
              title="Add a filter"
              shortcut={shortcut}
              className="inline-flex h-7 items-center gap-1.5 rounded-[14px] border border-dashed border-line-2 bg-paper px-2.5 text-label text-ink-2 transition-colors duration-100 hover:border-ink-3 hover:text-ink aria-expanded:text-ink print:hidden"
              content={(close) => (
                <FilterMenu
                  filters={offered}
                  onChoose={(filter) => {
                    close();
                    setOpen(filter);
                  }}
                />
              )}
            >
              <Icon of={Plus} className="!size-[13px] text-ink-3" />
              Filter
              {shortcut !== undefined && (
                <kbd className="key phone:hidden" aria-hidden="true">
                  {shortcut.toUpperCase()}
                </kbd>
              )}
            </PopoverButton>
          </span>
        )}
        {clear}
      </div>
      {end !== undefined && <div className="flex h-[34px] shrink-0 items-center gap-4 print:hidden">{end}</div>}
    </div>
  );
}
