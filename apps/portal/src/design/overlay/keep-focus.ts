import { type RefObject, useLayoutEffect } from 'react';

/** Until an overlay that closes has given the focus back itself. */
const quietMs = 100;

/**
 * An overlay gives the focus back to what opened it. Where what was done takes that away, at once or with the next answer, the focus
 * goes to the part of the page around it and is not lost. `isOpen` may be as well that a button is at work, which its own success takes away.
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

/** From the innermost; the page's content last, also for what stood in an overlay itself. */
function partsAround(element: Element | null): HTMLElement[] {
  const part = element?.closest<HTMLElement>('section,nav,main');
  if (part) return [part, ...partsAround(part.parentElement)];
  return [...document.querySelectorAll<HTMLElement>('#main')];
}

/** Until somebody presses something: then the focus is theirs. */
function watch(opener: Element, around: readonly HTMLElement[]): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ended = new AbortController();
  const look = () => {
    if (opener.isConnected || document.activeElement !== document.body) return;
    ended.abort();
    const part = around.find((each) => each.isConnected);
    if (part) focusPart(part);
  };
  const observer = new MutationObserver(lookSoon);
  function lookSoon() {
    clearTimeout(timer);
    timer = setTimeout(look, quietMs);
  }
  ended.signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  for (const press of ['keydown', 'pointerdown'])
    window.addEventListener(press, () => ended.abort(), { capture: true, signal: ended.signal });
  observer.observe(document.body, { childList: true, subtree: true });
  lookSoon();
}

/** A part takes no press: it can hold the focus for as long as it does, and shows no ring. */
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
