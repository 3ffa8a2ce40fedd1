import { pressRow } from '#design/table/row-press.ts';

/**
 * Puts a shell in front of the page that React will fill, and takes it away as soon as that, which grows beneath it, shows as much.
 * What was typed, where the focus was and what was pressed meanwhile is carried over by its name; a link leads on by itself.
 */
export function raise(shell: HTMLElement): void {
  const root = document.getElementById('root') as HTMLElement;
  let pressed: string | null = null;
  let focused: string | null = null;
  let late: unknown;
  const press = (control: string) => (event: Event) => {
    const isPlain = event instanceof MouseEvent && event.button === 0 && !event.ctrlKey && !event.metaKey;
    pressed = isPlain ? nameOf((event.target as Element).closest(control)) : null;
  };
  // The page may change hands between a press and its release: no click comes of that, neither of a button nor of a link.
  shell.addEventListener('pointerdown', press('button, a'));
  // Not pressed, but scrolled.
  shell.addEventListener('pointercancel', () => (pressed = null));
  shell.addEventListener('click', press('button'));
  shell.addEventListener('click', pressRow);
  shell.addEventListener('submit', (event) => event.preventDefault());
  // React's page takes the focus as it comes, in the middle of a word.
  shell.addEventListener('focusin', ({ target }) => (focused = nameOf(target as Element)));
  const watch = new MutationObserver(() => {
    if (!root.querySelector('main, h1')) return;
    const isLess = !root.querySelector('h1') || (shell.querySelector('.row-link') && root.querySelector('main .late'));
    // In the end it is shown though it shows less.
    if (isLess) late ??= setTimeout(end, 3000);
    else end();
  });
  watch.observe(root, { childList: true, subtree: true });
  document.body.prepend(shell);
  function end(): void {
    watch.disconnect();
    if (!shell.isConnected) return;
    const typed = [...shell.querySelectorAll('input')];
    shell.remove();
    for (const field of typed) carryValue(field, root);
    find(root, focused)?.focus({ preventScroll: true });
    find(root, pressed)?.click();
  }
}

function carryValue(typed: HTMLInputElement, root: HTMLElement): void {
  const field = find(root, nameOf(typed));
  if (!(field instanceof HTMLInputElement) || typed.value === field.value) return;
  // React hears a value only when it is set past its own watch.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed.value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** What a control is called: its field, its label, its words. */
function nameOf(control: Element | null): string | null {
  const name = control?.getAttribute('name') ?? control?.ariaLabel ?? control?.textContent ?? '';
  return control && `${control.tagName} ${name.replaceAll(/\s+/g, ' ').trim()}`;
}

/** The one control of this name that can be seen; undefined when there is none, or more. */
function find(root: HTMLElement, name: string | null): HTMLElement | undefined {
  const named = [...root.querySelectorAll<HTMLElement>('button, input, a')].filter(
    (control) => nameOf(control) === name && control.checkVisibility(),
  );
  return named.length === 1 ? named[0] : undefined;
}
