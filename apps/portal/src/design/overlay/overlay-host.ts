import { createContext, type RefObject } from 'react';

/**
 * The dialog or popover that contains this part of the page. A dialog opened from it is put inside its element: outside
 * of a modal dialog everything is inert, and a popover closes when a dialog opens outside of it.
 */
export const OverlayHost = createContext<RefObject<HTMLElement | null> | null>(null);

const focusable = 'a[href], button, input, select, textarea, [tabindex]';

/** Focuses the element marked `data-first`, else the first that Tab reaches (the chosen one of radio buttons), else the overlay itself. */
export function focusFirst(overlay: HTMLElement): void {
  const first = overlay.querySelector<HTMLElement>('[data-first]');
  const reachable = [...overlay.querySelectorAll<HTMLElement>(focusable)].find(isReachable);
  (first ?? reachable ?? overlay).focus({ preventScroll: true });
}

function isReachable(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(':disabled, [type=hidden]')) return false;
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return true;
  const group = element.closest('form, fieldset, dialog, [popover]') ?? document;
  return !group.querySelector(`input[type=radio][name="${CSS.escape(element.name)}"]:checked`);
}
