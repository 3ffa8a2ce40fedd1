import { type RefObject, useLayoutEffect } from 'react';

/** Longer than an overlay that closes takes to return the focus itself. */
const quietMs = 100;

/**
 * An overlay returns the focus to its opener. When the action removes the opener, immediately or with the next response, this
 * moves the focus to the part of the page around it, so that it is not lost. `isOpen` can also mean that a button is busy whose
 * success removes it.
 */
export function useKeptFocus(isOpen: boolean, button?: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const opener = button?.current ?? document.activeElement;
    const around = partsAround(opener);
    return () => {
      if (opener) watch(opener, around);
    };
  }, [isOpen, button]);
}

/** The same for buttons outside overlays that their own press removes, such as “Clear all”, “Save” and “Show all”, from now on. */
export function keepFocusAfterPresses(): void {
  // Before the press can remove its button.
  document.addEventListener('click', watchPressed, true);
}

function watchPressed(): void {
  const opener = document.activeElement;
  if (opener?.matches('button')) watch(opener, partsAround(opener));
}

/** The parts around the element, the innermost first. The page's content is last, also for elements in an overlay. */
function partsAround(element: Element | null): HTMLElement[] {
  const part = element?.closest<HTMLElement>('section,form,nav,[role=group]');
  if (part) return [part, ...partsAround(part.parentElement)];
  return [...document.querySelectorAll<HTMLElement>('#main')];
}

/** Watches until the user presses something; from then on the focus is theirs. */
function watch(opener: Element, around: readonly HTMLElement[]): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pressed = new AbortController();
  const { pathname } = location;
  const end = () => {
    pressed.abort();
    observer.disconnect();
    clearTimeout(timer);
  };
  const look = () => {
    // Another page moves the focus itself.
    if (opener.isConnected || document.activeElement !== document.body || location.pathname !== pathname) return;
    end();
    const part = around.find((each) => each.isConnected);
    if (part) focusPart(part);
  };
  const observer = new MutationObserver(lookSoon);
  function lookSoon() {
    clearTimeout(timer);
    timer = setTimeout(look, quietMs);
  }
  for (const press of ['keydown', 'pointerdown'])
    window.addEventListener(press, end, { capture: true, signal: pressed.signal });
  observer.observe(document.body, { childList: true, subtree: true });
  lookSoon();
}

/** A part cannot be pressed: it is focusable only until it loses the focus, and shows no ring. */
function focusPart(part: HTMLElement): void {
  if (!part.hasAttribute('tabindex')) {
    part.tabIndex = -1;
    part.style.outline = 'none';
    const giveUp = () => {
      part.removeAttribute('tabindex');
      part.style.removeProperty('outline');
    };
    part.addEventListener('blur', giveUp, { once: true });
  }
  part.focus({ preventScroll: true });
}
