/** What means something of its own when it is pressed. */
const own = 'a, button, input, label, select, summary, textarea';

/**
 * A press anywhere on a row is one on its link, so that its words can be selected all the same: a press that ends a
 * selection leads nowhere. With Ctrl, ⌘, Shift or the middle button the link opens beside this page, as links do.
 */
export function pressRow({ target, button, ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest(own) || button > 1) return;
  const link = target.closest('tr')?.querySelector<HTMLElement>('.row-link');
  if (!link || document.getSelection()?.isCollapsed === false) return;
  const isBeside = button === 1 || ctrlKey || metaKey || shiftKey;
  if (isBeside && link instanceof HTMLAnchorElement) window.open(link.href, '_blank', 'noopener');
  else if (button === 0) {
    // As a link that is pressed: what opens gives the focus back to it.
    link.focus({ preventScroll: true });
    link.click();
  }
}
