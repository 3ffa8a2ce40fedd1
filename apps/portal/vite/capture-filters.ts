const bar = '[aria-label="Filters"]';
const opened = '.float-panel';

/**
 * Opens the filter menu and every filter of a rendered list, and returns their popovers as markup. The browser sends their forms
 * itself, so they get native date fields, a pattern and an Apply button instead of React's controls. Each popover is in a
 * separate template, the menu first; boot/early-filters.ts opens them. In `page`, a copy, and in the menu the buttons name their
 * popovers.
 */
export async function captureFilters({ document, HTMLElement }: typeof globalThis, page: Element): Promise<string> {
  // jsdom has no popovers.
  Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined });
  /** Presses a button and waits until it opens something; without `wanted`, until it has closed. */
  const press = async (button: string, wanted?: string, at = 0): Promise<void> => {
    document.querySelectorAll<HTMLElement>(button)[at]?.click();
    const isDone = (): boolean => (document.querySelector(wanted ?? opened) !== null) === (wanted !== undefined);
    for (let left = 200; left > 0 && !isDone(); left--) await new Promise((resolve) => setTimeout(resolve, 10));
    if (!isDone()) throw new Error(`${button} ${at} was pressed in vain.`);
  };
  const take = (name: string): Element => {
    const copy = document.querySelector(opened)?.cloneNode(true) as Element;
    nameParts(copy, name);
    return copy;
  };
  const adder = `${bar} .filter-add button`;
  const days = `${bar} span:not(.filter-add) > [aria-haspopup]`;
  await press(adder, opened);
  const menu = take('early-menu');
  const lines = [...menu.querySelectorAll('button')];
  menu.querySelector('input')?.setAttribute('autofocus', '');
  await press(adder);
  await press(days, opened);
  const forms = [take('early-0')];
  await press(days);
  for (const [at, line] of lines.entries()) {
    await press(adder, opened);
    await press(`${opened} button`, `${opened} form`, at);
    line.setAttribute('popovertarget', `early-${at + 1}`);
    forms.push(take(`early-${at + 1}`));
    await press(`${bar} [aria-expanded=true]`);
  }
  page.querySelector(adder)?.setAttribute('popovertarget', menu.id);
  page.querySelector(days)?.setAttribute('popovertarget', 'early-0');
  const apply = forms[0]?.querySelector('button[type=submit]');
  for (const form of forms) {
    sendByBrowser(form);
    if (apply && !form.querySelector('button[type=submit]')) addApply(form, apply);
    putInTemplate(form);
  }
  return [menu, ...forms].map(({ outerHTML }) => outerHTML).join('');
}

function putInTemplate(popover: Element): void {
  const template = popover.ownerDocument.createElement('template');
  template.content.append(...popover.childNodes);
  popover.append(template);
}

/** Gives the parts the same ids as in React's page. */
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

/** In React's list each tick applies immediately. */
function addApply(popover: Element, apply: Element): void {
  const button = apply.cloneNode(true) as Element;
  button.classList.add('w-full');
  popover.querySelector('form > :last-child')?.append(button);
}
