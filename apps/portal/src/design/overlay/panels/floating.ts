import type { RefObject } from 'react';

/** Closes what floats, unless a press on its own button would: that is the button's affair, whose click would open it again. */
export const closeBeside =
  (button: RefObject<Element | null>, onClose: () => void) =>
  (isOpen: boolean, details: { reason: string; event: Event; cancel: () => void }): void => {
    if (isOpen) return;
    const { target } = details.event;
    const isOnButton = target instanceof Node && button.current?.contains(target) === true;
    if (details.reason === 'outside-press' && isOnButton) details.cancel();
    else onClose();
  };

/** How far what floats stands from its button and from the window's edges, and over what. */
export const floating = { sideOffset: 6, collisionPadding: 12, className: 'z-60' };

interface Place {
  container?: HTMLElement;
  role?: 'region';
  'aria-label'?: string;
}

/**
 * Where something that floats belongs in the page, for those who walk by landmarks: the main part or the dialog its
 * button stands in. Beside those (a sidebar would cut it off, or be painted over) it is a landmark of its own.
 */
export function landmarkOf(element: Element | null, label: string): Place {
  const container = element?.closest<HTMLElement>('main, [role="dialog"]');
  return container === null || container === undefined ? { role: 'region', 'aria-label': label } : { container };
}
