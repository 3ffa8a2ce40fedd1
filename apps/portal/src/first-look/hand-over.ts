/** What was pressed or sent before React was there, by its place in the first look. */
type Path = number[];

/**
 * Takes the first look away as soon as React's page, which grows beneath it, shows as much. Both have the same shape, so
 * what was typed, where the focus was and what was pressed meanwhile is carried over by place; a link leads on by itself.
 */
export function handOver(look: HTMLElement, root: HTMLElement, isWaitingForRows: () => boolean): void {
  let pressed: Path | undefined;
  // The page may change hands between a press and its release: no click comes of that.
  look.addEventListener('pointerdown', ({ target }) => {
    pressed = target instanceof Element && !target.closest('input') ? pathOf(target, look) : undefined;
  });
  look.addEventListener('click', ({ target }) => {
    pressed = target instanceof Element && !target.closest('a, input') ? pathOf(target, look) : undefined;
  });
  look.addEventListener('submit', (event) => event.preventDefault());
  let focused: Path | undefined;
  // React's page takes the focus as it comes, in the middle of a word.
  look.addEventListener('focusin', ({ target }) => (focused = pathOf(target as Element, look)));
  let isPatient = true;
  const watch = new MutationObserver(() => {
    if (!root.querySelector('main, h1')) return;
    const isMore = !root.querySelector('h1') || (isWaitingForRows() && root.querySelector('main .late') !== null);
    if (!isMore) return end();
    if (isPatient) setTimeout(end, patience);
    isPatient = false;
  });
  watch.observe(root, { childList: true, subtree: true });
  function end(): void {
    watch.disconnect();
    if (!look.isConnected) return;
    carryValues(look, root);
    look.remove();
    if (focused) elementAt(focused, root)?.focus({ preventScroll: true });
    if (pressed) elementAt(pressed, root)?.closest<HTMLElement>('a, button')?.click();
  }
}

/** Milliseconds after which React's page is shown though it shows less. */
const patience = 3000;

function carryValues(look: HTMLElement, root: HTMLElement): void {
  const fields = look.querySelectorAll('input');
  root.querySelectorAll('input').forEach((field, index) => {
    const typed = fields[index];
    if (!typed || typed.name !== field.name || typed.value === field.value) return;
    // React hears a value only when it is set past its own watch.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed.value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

function pathOf(element: Element, top: Element): Path {
  const path: Path = [];
  for (let at = element; at !== top && at.parentElement; at = at.parentElement)
    path.unshift(Array.prototype.indexOf.call(at.parentElement.children, at));
  return path;
}

/** Undefined where the pages differ; all that can be pressed or focused are HTML's own. */
function elementAt(path: Path, top: Element): HTMLElement | undefined {
  return path.reduce<Element | undefined>((element, index) => element?.children[index], top) as HTMLElement | undefined;
}
