import { pressRow } from '#design/table/row-press.ts';

/**
 * Shows a shell above the page that React will render, and removes it as soon as that page shows as much. Typed text,
 * the focus, an open popover with what was chosen in it, and the last click are carried over to the controls of the same
 * name; links, popovers and forms work by themselves.
 */
export function raise(shell: HTMLElement): void {
  const root = document.getElementById('root') as HTMLElement;
  const last = rememberLast(shell);
  let late: unknown;
  const watch = new MutationObserver(() => {
    if (!root.querySelector('main, h1')) return;
    // After three seconds React's page is shown even if it shows less.
    if (showsLess(root, shell)) late ??= setTimeout(end, 3000);
    else end();
  });
  watch.observe(root, { childList: true, subtree: true });
  document.body.prepend(shell);
  function end(): void {
    watch.disconnect();
    if (!shell.isConnected) return;
    const changed = [...shell.querySelectorAll('input')].filter(isChanged);
    const openers = openersIn(shell).map(nameOf);
    shell.remove();
    const carry = (): void => {
      for (const field of changed) carryValue(field, root);
      find(root, last.focused)?.focus({ preventScroll: true });
      find(root, last.pressed)?.click();
    };
    const open = ([opener, ...rest]: (string | null)[]): void => {
      if (opener === undefined) return carry();
      find(root, opener)?.click();
      // React opens the popover after this click.
      setTimeout(() => open(rest));
    };
    open(openers);
  }
}

/** The names of the controls that were pressed and focused last. */
interface Last {
  pressed: string | null;
  focused: string | null;
}

function rememberLast(shell: HTMLElement): Last {
  const last: Last = { pressed: null, focused: null };
  const press = (control: string) => (event: Event) => {
    const isPlain = event instanceof MouseEvent && event.button === 0 && !event.ctrlKey && !event.metaKey;
    const found = (event.target as Element).closest(control);
    // After a click, the popover itself reports whether it is open.
    last.pressed = isPlain && !(event.type === 'click' && found?.matches('[popovertarget]')) ? nameOf(found) : null;
  };
  // The shell may be removed between pointerdown and pointerup; then the browser fires no click.
  shell.addEventListener('pointerdown', press('button, a'));
  // The user scrolled.
  shell.addEventListener('pointercancel', () => (last.pressed = null));
  shell.addEventListener('click', press('button'));
  shell.addEventListener('click', pressRow);
  // The browser sends the form, so nothing has to be done here.
  shell.addEventListener('submit', ({ target }) => {
    last.pressed = null;
    (target as Element).closest<HTMLElement>('[popover]')?.hidePopover();
  });
  // React's page moves the focus when it renders, also while the user types.
  shell.addEventListener('focusin', ({ target }) => (last.focused = nameOf(target as Element)));
  return last;
}

function showsLess(root: HTMLElement, shell: HTMLElement): boolean {
  const [opener] = openersIn(shell);
  if (!root.querySelector('h1') || (opener && !find(root, nameOf(opener)))) return true;
  return shell.querySelector('.row-link') !== null && root.querySelector('main .late') !== null;
}

/** The buttons of the popovers that are open: first that of the menu of filters, then its line. */
const openersIn = (shell: HTMLElement): Element[] =>
  [...shell.querySelectorAll('[popover]:popover-open')].flatMap(
    ({ id }) => shell.querySelector(`[popovertarget="${id}"]`) ?? [],
  );

const isChanged = (field: HTMLInputElement): boolean =>
  field.type === 'checkbox' ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;

function carryValue(typed: HTMLInputElement, root: HTMLElement): void {
  const field = find(root, nameOf(typed));
  if (!(field instanceof HTMLInputElement)) return;
  if (typed.type === 'checkbox') {
    if (typed.checked !== field.checked) field.click();
    return;
  }
  if (typed.value === field.value) return;
  // React ignores a value that is set through its own property setter.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed.value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The name of a control: its field name, with the value of a checkbox, label or text. */
function nameOf(control: Element | null): string | null {
  const field = control?.matches('[type=checkbox]')
    ? `${control.getAttribute('name')} ${control.getAttribute('value')}`
    : null;
  const name = field ?? control?.getAttribute('name') ?? control?.ariaLabel ?? control?.textContent ?? '';
  return control && `${control.tagName} ${name.replaceAll(/\s+/g, ' ').trim()}`;
}

/** The only visible control with this name; undefined when there are none or several. */
function find(root: HTMLElement, name: string | null): HTMLElement | undefined {
  const named = [...root.querySelectorAll<HTMLElement>('button, input, a')].filter(
    (control) => nameOf(control) === name && control.checkVisibility(),
  );
  return named.length === 1 ? named[0] : undefined;
}
