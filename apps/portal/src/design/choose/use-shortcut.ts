import { type RefObject, useEffect } from 'react';

/** A key that focuses a field from anywhere on the page, except while the user types. */
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

/** True when a key pressed on this target is text input, not a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
}
