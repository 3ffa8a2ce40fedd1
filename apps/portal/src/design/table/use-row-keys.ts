import { useEffect, useRef, useState, type RefObject } from 'react';
import { isTyping } from '#design/choose/use-shortcut.ts';
import { isOverlayOpen } from '#design/overlay/use-overlay.ts';

interface RowKeys {
  /** The DataTable's `ref`. */
  list: RefObject<HTMLDivElement | null>;
  /** The DataTable's `at`: the current row, or null. */
  at: number | null;
  setAt: (row: number | null) => void;
}

interface RowKeysOptions {
  /** The ref of the DataTable, for a caller that has one. */
  list?: RefObject<HTMLDivElement | null> | undefined;
  /** The number of rows. */
  count: number;
  isOn?: boolean | undefined;
}

/** True when the focused element handles Enter itself. */
function hasOwnEnter(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('a, button, summary, [role="menu"], [role="dialog"], dialog') !== null
  );
}

/** `j` and `k` move the focus between rows, Enter opens one; ignored while typing, in dialogs, or when turned off. */
export function useRowKeys({ list, count, isOn = true }: RowKeysOptions): RowKeys {
  const own = useRef<HTMLDivElement>(null);
  const table = list ?? own;
  const [at, setAt] = useState<number | null>(null);
  const place = at === null || at >= count ? null : at;
  useEffect(() => {
    if (!isOn || count === 0) return;
    const links = () => [...(table.current?.querySelectorAll<HTMLElement>('.row-link') ?? [])];
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
      if (isOverlayOpen()) return;
      if (event.key === 'Enter') {
        if (place !== null && !hasOwnEnter(event.target)) links()[place]?.click();
        return;
      }
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      if (step === 0) return;
      event.preventDefault();
      const all = links();
      // Starts from the row that has the focus, however it got it.
      const focused = all.findIndex((link) => link === document.activeElement);
      const from = focused >= 0 ? focused : place;
      const next = from === null ? (step === 1 ? 0 : count - 1) : Math.min(count - 1, Math.max(0, from + step));
      setAt(next);
      all[next]?.focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [table, count, isOn, place]);
  return { list: table, at: place, setAt };
}
