/**
 * Opens every filter of a drawn list and returns their popovers as markup. Their forms are sent by the browser itself, so
 * they get native date fields, a pattern and an Apply button where React has its own. Each is in a separate template, which
 * the script in the page opens (boot/early-filters.ts). In `page`, a copy, the buttons name their popovers.
 */
export async function captureFilters({ document, HTMLElement }: typeof globalThis, page: Element): Promise<string> {
  // jsdom has no popovers.
  Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined });
  const chips = '[aria-label="Filters"] [aria-haspopup="dialog"]';
  const buttons = page.querySelectorAll(chips);
  let markup = '';
  let apply: Element | null = null;
  for (const [at, chip] of document.querySelectorAll<HTMLElement>(chips).entries()) {
    chip.click();
    await new Promise((resolve) => setTimeout(resolve, 10));
    const popover = document.querySelector(`.float-panel[id="${chip.getAttribute('popovertarget') ?? ''}"]`);
    if (!popover) throw new Error(`The filter ${chip.textContent} did not open.`);
    const copy = popover.cloneNode(true) as Element;
    nameParts(copy, `early-${at}`);
    buttons[at]?.setAttribute('popovertarget', copy.id);
    sendByBrowser(copy);
    apply ??= copy.querySelector('button[type=submit]');
    if (apply && !copy.querySelector('button[type=submit]')) addApply(copy, apply);
    const template = document.createElement('template');
    template.content.append(...copy.childNodes);
    copy.append(template);
    markup += copy.outerHTML;
  }
  return markup;
}

/** Gives the parts ids that React's page does not have as well. */
function nameParts(popover: Element, name: string): void {
  popover.removeAttribute('style');
  for (const [at, part] of [popover, ...popover.querySelectorAll('[id]')].entries()) {
    const id = at === 0 ? name : `${name}-${at}`;
    popover.querySelector(`label[for="${part.id}"]`)?.setAttribute('for', id);
    part.id = id;
  }
  for (const part of popover.querySelectorAll('[aria-describedby]')) part.removeAttribute('aria-describedby');
}

function sendByBrowser(popover: Element): void {
  const form = popover.querySelector('form') as HTMLFormElement;
  form.removeAttribute('novalidate');
  popover.querySelector('[data-calendar]')?.remove();
  // Native date fields are wider: one below the other, and no space for the calendar.
  form.querySelector('.grid-cols-2')?.classList.remove('grid-cols-2');
  form.classList.add('content-start');
  for (const field of form.querySelectorAll('input')) {
    if (field.matches('[data-day]')) Object.assign(field, { type: 'date', required: true });
    if (field.getAttribute('inputmode') === 'decimal') {
      field.pattern = String.raw`\d{1,13}(\.\d{1,2})?`;
      field.title = 'An amount such as 12.50';
    }
  }
  form.querySelector('input')?.setAttribute('autofocus', '');
  for (const button of form.querySelectorAll<HTMLElement>('button[type=button]'))
    if (button.textContent === 'Cancel') {
      button.setAttribute('popovertarget', popover.id);
      button.setAttribute('popovertargetaction', 'hide');
    }
}

/** In React's list each tick applies by itself. */
function addApply(popover: Element, apply: Element): void {
  const button = apply.cloneNode(true) as Element;
  button.classList.add('w-full');
  popover.querySelector('form > :last-child')?.append(button);
}
