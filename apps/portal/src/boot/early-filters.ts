import {
  datePresets,
  type DayRange,
  localDay,
  type OpenRange,
  utcDay,
  utcRangeText,
} from '#design/days/date-presets.ts';
import { amountsText, selectedText } from '#design/filter/summaries.ts';
import { placeBeside } from '#design/overlay/place-beside.ts';
import { payInSearch } from '#features/pay-ins/pay-in-filters.ts';
import { createdDays, isOn } from '#lists/filters.ts';
import { parseSearch, readList, stringifySearch } from '#platform/search-text.ts';

interface Captured {
  /** The menu that adds filters, and the popovers of the filters, each with its form in a template (vite/capture-filters.ts). */
  popovers: DocumentFragment;
  /** The chip of a filter that is on. */
  chip: Element;
  zone: string;
}

/** The text of a chip; without a text the filter is off. */
interface ChipState {
  text: string | undefined;
  hasRemove: boolean;
}

/**
 * Makes the captured filters of a list work before React: the browser opens their popovers and sends their forms, which keep the
 * rest of the address except the page. The chips show the filters in the address. The header that sorts is such a form too.
 */
export function prepareFilters(shell: HTMLElement, { popovers, chip, zone }: Captured): void {
  const adder = shell.querySelector('.filter-add') as HTMLElement;
  const panels = [...popovers.querySelectorAll<HTMLElement>('[popover]')];
  fillForm(shell.querySelector('form') as HTMLFormElement);
  shell.querySelector('main')?.append(popovers);
  for (const popover of panels) {
    const template = popover.querySelector('template');
    let anchor = shell.querySelector<HTMLElement>(`[popovertarget="${popover.id}"]`) as HTMLElement;
    if (template) {
      const form = template.content.querySelector('form') as HTMLFormElement;
      fillForm(form);
      const state = form.querySelector('[data-day]') ? fillDays(template.content, form, zone) : stateOf(form);
      anchor = showState(anchor, state, chip, adder);
    } else findLines(popover);
    popover.addEventListener('beforetoggle', ({ newState }) => {
      template?.replaceWith(template.content);
      placeBeside(popover, anchor);
      const isOther = (each: Element): boolean => each !== popover && each.matches(':popover-open');
      // Screen readers see nothing of the shell except an open popover.
      shell.ariaHidden = newState === 'open' || panels.some(isOther) ? null : 'true';
    });
  }
  shell.addEventListener('change', ({ target }) => keepSingle(target as HTMLInputElement));
  prepareOrder(shell);
}

/** Lets the header that sorts send a form with the other order, and shows that of the address, which does not contain the usual one. */
function prepareOrder(shell: HTMLElement): void {
  const button = shell.querySelector<HTMLButtonElement>('thead button');
  // The user can hide its column.
  if (!button) return;
  const [, other] = payInSearch.sorts;
  const isOther = payInSearch.read(parseSearch(window.location.search)).sort === other;
  if (isOther) (button.closest('th') as HTMLElement).ariaSort = 'ascending';
  const form = Object.assign(document.createElement('form'), { id: 'order' });
  const field = Object.assign(document.createElement('input'), { type: 'hidden', name: 'sort' });
  form.append(field);
  fillForm(form);
  field.value = other ?? '';
  field.disabled = isOther;
  button.type = 'submit';
  button.setAttribute('form', form.id);
  shell.append(form);
}

/**
 * A filter or another order changes the address of this page instead of loading another one. Until the portal's code runs, `show`
 * shows the page of the new address, also after going back; then its router follows the address. The rows stay until others come.
 */
export function applyInPlace(shell: HTMLElement, show: () => void): void {
  const showAgain = (): void => {
    if (window.isPortalRunning) return;
    const rows = shell.querySelector('tbody:has(.row-link)');
    shell.remove();
    show();
    if (!rows) return;
    rows.className = 'stale';
    document.querySelector('#shell tbody')?.replaceWith(rows);
  };
  shell.addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement, event.submitter);
    // No field is a file.
    const search = `?${new URLSearchParams([...fields] as [string, string][])}`;
    window.history.pushState(null, '', window.location.pathname + stringifySearch(parseSearch(search)));
    showAgain();
  });
  window.addEventListener('popstate', () => {
    if (shell.isConnected) showAgain();
  });
}

/** Makes the menu searchable: it shows the filters with the typed text, and Enter opens the first. */
function findLines(menu: HTMLElement): void {
  const lines = [...menu.querySelectorAll('button')];
  menu.addEventListener('input', ({ target }) => {
    const typed = (target as HTMLInputElement).value.trim().toLowerCase();
    for (const line of lines) line.hidden = !line.firstChild?.nodeValue?.toLowerCase().includes(typed);
  });
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.target as Element).matches('input')) return;
    event.preventDefault();
    lines.find((line) => !line.hidden && line.isConnected)?.click();
  });
}

/** Fills the fields from the address, and adds the rest of the address as hidden fields in front of them. */
function fillForm(form: HTMLFormElement): void {
  const params = new URLSearchParams(window.location.search);
  const fields = [...form.querySelectorAll('input')];
  const left = ['page', form.dataset['replaces'], ...fields.map(({ name }) => name)];
  for (const field of fields) {
    if (field.type === 'checkbox') field.defaultChecked = readList(params.getAll(field.name)).includes(field.value);
    else field.defaultValue = params.get(field.name) ?? '';
  }
  for (const [name, value] of [...params].toReversed())
    if (!left.includes(name))
      form.prepend(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
}

/** Sets the days of the list, which are not always in the address, and lets the presets send the form. */
function fillDays(editor: ParentNode, form: HTMLFormElement, zone: string): ChipState {
  const now = Date.now();
  const today = utcDay(now);
  const search = payInSearch.read(parseSearch(window.location.search));
  const range = payInSearch.daysOf(search, today) ?? {};
  const [from, to] = form.querySelectorAll<HTMLInputElement>('[data-day]');
  const fill = (days: OpenRange): void => {
    if (from) from.defaultValue = days.from ?? '';
    if (to) to.defaultValue = days.to ?? '';
  };
  fill(range);
  for (const [at, button] of editor.querySelectorAll('[aria-pressed]').entries()) {
    const preset = datePresets(today)[at]?.range as DayRange;
    button.ariaPressed = String(preset.from === range.from && preset.to === range.to);
    button.addEventListener('click', () => {
      form.reset();
      fill(preset);
      form.requestSubmit();
    });
  }
  const isDisabled = search.searchFilter !== undefined;
  return {
    text: isDisabled ? 'All dates (search)' : utcRangeText(range, today, localDay(now, zone)),
    hasRemove: isOn(createdDays, search) && !isDisabled,
  };
}

function stateOf(form: HTMLFormElement): ChipState {
  const boxes = [...form.querySelectorAll<HTMLInputElement>('[type=checkbox]')];
  const options = boxes.map((box) => ({ box, value: box.value, label: box.closest('label')?.textContent ?? '' }));
  const chosen = boxes.filter((box) => box.defaultChecked).map((box) => box.value);
  const [from, to] = [...form.querySelectorAll<HTMLInputElement>('[inputmode=decimal]')].map(
    (field) => field.defaultValue || undefined,
  );
  return { text: boxes.length > 0 ? selectedText(options, chosen) : amountsText({ from, to }), hasRemove: true };
}

/** Shows the chip of a filter that is on, and returns the button next to which its form opens. */
function showState(opener: HTMLElement, state: ChipState, captured: Element, adder: HTMLElement): HTMLElement {
  const { text, hasRemove } = state;
  if (text === undefined) return adder.firstElementChild as HTMLElement;
  const value = opener.querySelector('b');
  if (value && !hasRemove) {
    value.textContent = text;
    return opener;
  }
  const chip = captured.cloneNode(true) as HTMLElement;
  const [own, remove] = chip.querySelectorAll('button') as unknown as [HTMLElement, HTMLElement];
  const label = opener.firstChild?.nodeValue?.trim() ?? '';
  own.setAttribute('popovertarget', opener.getAttribute('popovertarget') ?? '');
  own.querySelector('b')?.replaceChildren(text);
  own.firstChild?.replaceWith(label, ' ');
  remove.setAttribute('aria-label', `Remove ${label} filter`);
  if (value) opener.parentElement?.replaceWith(chip);
  else {
    adder.before(chip);
    opener.remove();
  }
  return own;
}

function keepSingle(ticked: HTMLInputElement): void {
  if (ticked.form?.dataset['single'] !== 'true') return;
  for (const box of ticked.form.querySelectorAll('input'))
    if (box.type === 'checkbox' && box !== ticked) box.checked = false;
}
