/** Elements that handle clicks themselves. */
const own = 'a, button, input, label, select, summary, textarea';

/**
 * A click anywhere on a row clicks its link, unless the click ended a text selection. With Ctrl, ⌘, Shift or the middle
 * button the link opens in a new tab.
 */
export function pressRow({ target, button, ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest(own) || button > 1) return;
  const link = target.closest('tr')?.querySelector<HTMLElement>('.row-link');
  if (!link || document.getSelection()?.isCollapsed === false) return;
  const isBeside = button === 1 || ctrlKey || metaKey || shiftKey;
  if (isBeside && link instanceof HTMLAnchorElement) window.open(link.href, '_blank', 'noopener');
  else if (button === 0) {
    // Focuses the link like a real click, so that an overlay can return the focus to it.
    link.focus({ preventScroll: true });
    link.click();
  }
}
