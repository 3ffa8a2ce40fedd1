import { isTyping } from '#design/choose/use-shortcut.ts';
import { readPreferences, setPreference } from '#platform/preferences.ts';
import { portalQueryClient } from '#shell/routing/signed-in.ts';
import { hidden, PersonalValues } from './personal-values.ts';

// Privacy mode (decision 35). Finds personal data by value in anything rendered, so that screens need no code for it.

const root = document.documentElement;
const storageKey = 'v_veil_v1';
/** Attributes that show or announce text besides the element's content. */
const spoken = ['title', 'aria-label', 'aria-description', 'alt', 'placeholder'] as const;
/** Elements whose text is not in a text node. */
const fields = 'input:not([type=checkbox],[type=radio]),textarea,select';

const personal = new PersonalValues();
/** The original values of changed attributes. */
const rewritten = new Map<Element, Map<string, string>>();
let pageTitle: string | undefined;
const observer = new MutationObserver(hideInChanges);

export const isPrivacyModeOn = (): boolean => 'veil' in root.dataset;

export function togglePrivacyMode(): void {
  if (isPrivacyModeOn()) turnOff();
  else turnOn();
  // Re-renders open menus, which show the current state.
  setPreference('keys', readPreferences().keys);
}

function turnOn(): void {
  try {
    sessionStorage.setItem(storageKey, 'on');
  } catch {
    // Without storage it lasts until the page is reloaded.
  }
  personal.read(portalQueryClient());
  hideAll();
  observer.observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: [...spoken],
  });
  // Capturing, before all other listeners: a click that reveals a name must not follow the row's link.
  document.addEventListener('click', revealPressed, true);
  document.addEventListener('keydown', revealFocused);
  document.addEventListener('input', hideInFields);
  root.dataset['veil'] = 'on';
}

function turnOff(): void {
  sessionStorage.removeItem(storageKey);
  delete root.dataset['veil'];
  observer.disconnect();
  document.removeEventListener('click', revealPressed, true);
  document.removeEventListener('keydown', revealFocused);
  document.removeEventListener('input', hideInFields);
  for (const each of document.querySelectorAll('[data-veiled],[data-revealed]')) unmark(each);
  for (const [element, attributes] of rewritten) {
    for (const [name, value] of attributes) element.setAttribute(name, value);
  }
  rewritten.clear();
  if (pageTitle !== undefined) document.title = pageTitle;
  pageTitle = undefined;
}

/** Runs after every change of the page, before it is painted. */
function hideInChanges(changes: MutationRecord[]): void {
  if (personal.read(portalQueryClient())) return hideAll();
  for (const { type, target, addedNodes } of changes) {
    if (type === 'attributes') hideAttributes(target as Element);
    else if (type === 'characterData') hideText(target.parentElement);
    else {
      hideText(target as Element);
      for (const node of addedNodes) if (node instanceof Element) hideWithin(node);
    }
  }
  hideTitle();
  hideInFields();
}

function hideAll(): void {
  hideWithin(document.body);
  hideTitle();
  hideInFields();
}

function hideWithin(top: Element): void {
  // Innermost first, so that an element is not hidden for text that a child already hides.
  for (const element of [top, ...top.querySelectorAll('*')].toReversed()) {
    hideAttributes(element);
    hideText(element);
  }
}

/** Hides an element whose own text is personal, or a number whose groups are separate elements. */
function hideText(element: Element | null): void {
  if (!element || element.matches(`script,style,svg,${fields}`)) return;
  const own = ownText(element);
  if (own.trim() !== '' && (element.closest('[data-personal]') || personal.isIn(own))) return mark(element, own);
  const whole = element.childElementCount > 0 ? (element.textContent ?? '') : '';
  if (isNumberLike.test(whole) && personal.isIn(whole) && !element.querySelector('[data-veiled]')) mark(element, whole);
  else if (element.hasAttribute('data-veiled')) unmark(element);
}

const isNumberLike = /^(?=.*\d{2})[A-Z\d\s-]{6,50}$/;

const ownText = (element: Element): string =>
  [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : '')).join('');

function mark(element: Element, text: string): void {
  // A revealed element remains revealed until its text changes.
  if (element.getAttribute('data-revealed') === text) return;
  element.removeAttribute('data-revealed');
  element.setAttribute('data-veiled', '');
}

function unmark(element: Element): void {
  element.removeAttribute('data-veiled');
  element.removeAttribute('data-revealed');
}

function hideAttributes(element: Element): void {
  for (const name of spoken) {
    const value = element.getAttribute(name);
    if (value === null || value === hidden) continue;
    const isWhole = name === 'title' && element.closest('[data-personal]') !== null;
    if (!isWhole && !personal.isIn(value)) continue;
    const before = rewritten.get(element) ?? new Map<string, string>();
    rewritten.set(element, before.set(name, value));
    element.setAttribute(name, isWhole ? hidden : personal.without(value));
  }
}

function hideTitle(): void {
  if (!personal.isIn(document.title)) return;
  pageTitle = document.title;
  document.title = personal.without(document.title);
}

/** Hides the values of fields; the style sheet shows a field while it is focused. */
function hideInFields(): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(fields)) {
    const text = field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? '') : field.value;
    const isMarked = text !== '' && field.closest('[data-personal]') !== null;
    field.toggleAttribute('data-veiled', isMarked || personal.isIn(text));
  }
}

function revealPressed(event: MouseEvent): void {
  const hiddenElement = event.target instanceof Element && event.target.closest('[data-veiled]');
  // A click on a control still activates it; its text is revealed only by turning privacy mode off.
  if (
    !hiddenElement ||
    hiddenElement.matches(fields) ||
    hiddenElement.closest('button,label,summary,[role^=menuitem],[role=option]')
  )
    return;
  event.preventDefault();
  event.stopImmediatePropagation();
  reveal(hiddenElement);
}

/** `u` reveals the focused row, card or dialog. */
function revealFocused(event: KeyboardEvent): void {
  if (event.key !== 'u' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!readPreferences().keys || isTyping(event.target)) return;
  const around = document.activeElement?.closest('tr,li,section,dialog,[role=dialog]');
  for (const hiddenElement of around?.querySelectorAll('[data-veiled]') ?? []) reveal(hiddenElement);
}

function reveal(element: Element): void {
  element.removeAttribute('data-veiled');
  const own = ownText(element);
  element.setAttribute('data-revealed', personal.isIn(own) ? own : (element.textContent ?? ''));
}

if (isPrivacyModeOn()) turnOn();
