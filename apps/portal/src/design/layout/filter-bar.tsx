import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
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

const addClass =
  'inline-flex h-7 items-center gap-1.5 rounded-[14px] border border-dashed border-line-2 bg-paper px-2.5 text-label text-ink-2 ' +
  'transition-colors duration-100 hover:border-ink-3 hover:text-ink aria-expanded:text-ink print:hidden';

/** The search, the filters that are set and a button to add one, above a list; stays at the top while the page scrolls. */
export function FilterBar({ label = 'Filters', children, offered, shortcut, clear, end }: FilterBarProps) {
  const add = useRef<HTMLSpanElement>(null);
  const { shared, open } = useOpenFilter(add);
  return (
    <div ref={useHeight()} role="group" aria-label={label} className="filter-bar">
      <div className="flex min-h-[34px] min-w-0 grow flex-wrap items-center gap-2 phone:contents">
        <OpenFilter value={shared}>{children}</OpenFilter>
        {offered && (
          <span ref={add} className="filter-add">
            <PopoverButton
              title="Add a filter"
              label="Filter"
              shortcut={shortcut}
              className={addClass}
              content={(close) => (
                <FilterMenu
                  filters={offered}
                  onChoose={(filter) => {
                    close();
                    open(filter);
                  }}
                />
              )}
            >
              <Icon of={Plus} className="!size-[13px] text-ink-3" />
              Filter
              {shortcut !== undefined && <kbd className="key phone:hidden">{shortcut.toUpperCase()}</kbd>}
            </PopoverButton>
          </span>
        )}
        {clear}
      </div>
      {end !== undefined && (
        <div className="flex h-[34px] min-w-[188px] shrink-0 items-center justify-end gap-4 phone:min-w-0 print:hidden">
          {end}
        </div>
      )}
    </div>
  );
}

const focusButton = ({ current }: RefObject<HTMLElement | null>): void =>
  current?.querySelector('button')?.focus({ preventScroll: true });

/** Which filter's editor is open. `add` is around the button that adds filters. */
function useOpenFilter(add: RefObject<HTMLElement | null>) {
  const [label, setLabel] = useState<string>();
  const closed = useRef<string>(undefined);
  useEffect(() => {
    if (label === undefined) return undefined;
    return () => {
      // A filter that was closed without a value has taken the focus with it.
      if (document.activeElement === document.body) focusButton(add);
    };
  }, [label, add]);
  const shared = useMemo(
    () => ({
      label,
      onOpenChange: (filter: string, isOpen: boolean) => {
        closed.current = isOpen ? undefined : filter;
        setLabel((before) => (isOpen ? filter : before === filter ? undefined : before));
      },
      onRemoved: () => focusButton(add),
      onShown: (filter: string, chip: HTMLElement) => {
        const [focused, adder] = [document.activeElement, add.current];
        // Unless the user has focused something else in the meantime.
        const wasLost = adder !== null && (focused === null || focused.contains(adder) || adder.contains(focused));
        if (closed.current === filter && wasLost) focusButton({ current: chip });
      },
    }),
    [label, add],
  );
  return { shared, open: setLabel };
}

/** As in filter-bar.css. */
const usualHeight = '46px';

/** Reports the height of the bar to the column heads, because the chips may need a second line. */
function useHeight() {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => {
      const style = element.parentElement?.style;
      // The table has new styles each time it is set, so the usual height is left to the style sheet.
      if (style && (style.getPropertyValue('--filters') || usualHeight) !== `${element.offsetHeight}px`)
        style.setProperty('--filters', `${element.offsetHeight}px`);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return bar;
}
