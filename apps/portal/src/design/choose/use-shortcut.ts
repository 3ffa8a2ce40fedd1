import { useEffect, type RefObject } from 'react';
import { isTyping } from './is-typing.ts';

/** A key that brings the focus to a field from anywhere on the page, unless someone is typing. */
export function useShortcut(shortcut: string | undefined, field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    if (shortcut === undefined) return;
    const jump = (event: KeyboardEvent) => {
      if (event.key !== shortcut || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    window.addEventListener('keydown', jump);
    return () => window.removeEventListener('keydown', jump);
  }, [shortcut, field]);
}
