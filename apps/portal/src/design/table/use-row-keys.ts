import { useEffect, useRef, useState, type RefObject } from 'react';
import { isTyping } from '#design/choose/use-shortcut.ts';
import { isOverlayOpen } from '#design/overlay/use-overlay.ts';

interface RowKeys {
  /** Goes to the DataTable's `ref`. */
  list: RefObject<HTMLDivElement | null>;
  /** Goes to the DataTable's `at`: the row the keys are on, or null. */
  at: number | null;
  setAt: (row: number | null) => void;
}

interface RowKeysOptions {
  /** How many rows stand now. */ count: number;
  isOn?: boolean | undefined;
}

/** Whether Enter already means something to what has the focus. */
function hasOwnEnter(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('a, button, summary, [role="menu"], [role="dialog"]') !== null;
}

/** `j` and `k` walk the rows and carry the focus, Enter opens; silent while typing, in dialogs, or when turned off. */
export function useRowKeys({ count, isOn = true }: RowKeysOptions): RowKeys {
  const table = useRef<HTMLDivElement>(null);
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
      // The row that has the focus, however it came by it, is where one is.
      const focused = all.findIndex((link) => link === document.activeElement);
      const from = focused >= 0 ? focused : place;
      const next = from === null ? (step === 1 ? 0 : count - 1) : Math.min(count - 1, Math.max(0, from + step));
      setAt(next);
      all[next]?.focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [count, isOn, place]);
  return { list: table, at: place, setAt };
}
