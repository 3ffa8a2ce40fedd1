/**
 * jsdom has neither popovers nor modal dialogs. This adds as much of them as page tests need: a stack of open overlays, Escape,
 * clicks outside of popovers, returning the focus, and hiding everything outside of a modal dialog from role queries. Position,
 * focus order and nesting are tested in a browser.
 */

interface Opened {
  element: HTMLElement;
  before: Element | null;
  showOthers: () => void;
}

const stack: Opened[] = [];

// Test files share a page, which needs this only once; a few run without a page.
if (typeof HTMLElement !== 'undefined' && !('showPopover' in HTMLElement.prototype)) {
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      // jsdom's own style sheet hides every popover.
      this.style.display = 'block';
      open(this, () => undefined);
    },
    hidePopover(this: HTMLElement) {
      if (!close(this)) return;
      const event = Object.assign(new Event('toggle'), { oldState: 'open', newState: 'closed' });
      queueMicrotask(() => this.dispatchEvent(event));
    },
  });
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
      open(this, hideOthers(this));
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      close(this);
    },
  });
  document.addEventListener('keydown', (event) => {
    const top = dismissible().at(-1);
    if (event.key !== 'Escape' || event.defaultPrevented || !top) return;
    if (!(top instanceof HTMLDialogElement)) top.hidePopover();
    else if (top.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close();
  });
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      for (const popover of dismissible().toReversed()) {
        if (popover instanceof HTMLDialogElement || !(target instanceof Element)) return;
        if (popover.contains(target) || target.closest(`[popovertarget="${popover.id}"]`)) return;
        popover.hidePopover();
      }
    },
    { capture: true },
  );
}

const dismissible = (): HTMLElement[] =>
  stack
    .map(({ element }) => element)
    .filter((element) => element.isConnected && element.getAttribute('popover') !== 'manual');

function open(element: HTMLElement, showOthers: () => void): void {
  stack.push({ element, before: document.activeElement, showOthers });
}

function close(element: HTMLElement): boolean {
  const at = stack.findIndex((opened) => opened.element === element);
  if (at === -1) return false;
  const [{ before, showOthers } = { before: null, showOthers: () => undefined }] = stack.splice(at, 1);
  showOthers();
  const isModal = element instanceof HTMLDialogElement;
  if (before instanceof HTMLElement && (isModal || element.contains(document.activeElement))) before.focus();
  return true;
}

/** Hides inert elements from `getByRole`. Returns a function that shows them again. */
function hideOthers(element: Element): () => void {
  const hidden: Element[] = [];
  for (let at: Element = element; at.parentElement; at = at.parentElement)
    for (const sibling of at.parentElement.children)
      if (sibling !== at && sibling.tagName !== 'HEAD' && !sibling.hasAttribute('aria-hidden')) hidden.push(sibling);
  for (const each of hidden) each.setAttribute('aria-hidden', 'true');
  return () => {
    for (const each of hidden) each.removeAttribute('aria-hidden');
  };
}
