import { useEffect, useRef } from 'react';
import { isTyping } from '#design/choose/use-shortcut.ts';
import { isOverlayOpen } from '#design/overlay/use-overlay.ts';
import { readPreferences } from '#platform/preferences.ts';

interface SelectionKeys {
  /** Toggles the row that has the focus, by its index. */
  onToggle: (place: number) => void;
  /** Returns true when there was something to clear. */
  onClear: () => boolean;
}

/** `x` toggles the focused row, Escape clears the selection; ignored while typing and in dialogs. */
export function useSelectionKeys(keys: SelectionKeys): void {
  const now = useRef(keys);
  useEffect(() => {
    now.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
      if (isOverlayOpen()) return;
      if (event.key === 'Escape' && now.current.onClear()) event.preventDefault();
      if (event.key !== 'x' || !readPreferences().keys) return;
      const row = document.activeElement?.closest('#main tbody tr');
      const place = row?.parentElement ? [...row.parentElement.children].indexOf(row) : -1;
      if (place < 0) return;
      event.preventDefault();
      now.current.onToggle(place);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
