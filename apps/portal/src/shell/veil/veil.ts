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
const observer = new MutationObserver(veilChanges);

export const isVeiled = (): boolean => 'veil' in root.dataset;

export function toggleVeil(): void {
  if (isVeiled()) lift();
  else drop();
  // Re-renders open menus, which show the current state.
  setPreference('keys', readPreferences().keys);
}

function drop(): void {
  try {
    sessionStorage.setItem(storageKey, 'on');
  } catch {
    // Without storage it lasts until the page is reloaded.
  }
  personal.read(portalQueryClient());
  veilAll();
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
  document.addEventListener('input', veilFields);
  root.dataset['veil'] = 'on';
}

function lift(): void {
  sessionStorage.removeItem(storageKey);
  delete root.dataset['veil'];
  observer.disconnect();
  document.removeEventListener('click', revealPressed, true);
  document.removeEventListener('keydown', revealFocused);
  document.removeEventListener('input', veilFields);
  for (const each of document.querySelectorAll('[data-veiled],[data-revealed]')) unmark(each);
  for (const [element, attributes] of rewritten) {
    for (const [name, value] of attributes) element.setAttribute(name, value);
  }
  rewritten.clear();
  if (pageTitle !== undefined) document.title = pageTitle;
  pageTitle = undefined;
}

/** Runs after every change of the page, before it is painted. */
function veilChanges(changes: MutationRecord[]): void {
  if (personal.read(portalQueryClient())) return veilAll();
  for (const { type, target, addedNodes } of changes) {
    if (type === 'attributes') veilAttributes(target as Element);
    else if (type === 'characterData') veilText(target.parentElement);
    else {
      veilText(target as Element);
      for (const node of addedNodes) if (node instanceof Element) veilWithin(node);
    }
  }
  veilTitle();
  veilFields();
}

function veilAll(): void {
  veilWithin(document.body);
  veilTitle();
  veilFields();
}

function veilWithin(top: Element): void {
  // Innermost first, so that an element is not hidden for text that a child already hides.
  for (const element of [top, ...top.querySelectorAll('*')].toReversed()) {
    veilAttributes(element);
    veilText(element);
  }
}

/** Hides an element whose own text is personal, or a number whose groups are separate elements. */
function veilText(element: Element | null): void {
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

function veilAttributes(element: Element): void {
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

function veilTitle(): void {
  if (!personal.isIn(document.title)) return;
  pageTitle = document.title;
  document.title = personal.without(document.title);
}

/** Hides the values of fields; the style sheet shows a field while it is focused. */
function veilFields(): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(fields)) {
    const text = field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? '') : field.value;
    const isMarked = text !== '' && field.closest('[data-personal]') !== null;
    field.toggleAttribute('data-veiled', isMarked || personal.isIn(text));
  }
}

function revealPressed(event: MouseEvent): void {
  const veiled = event.target instanceof Element && event.target.closest('[data-veiled]');
  // A click on a control still activates it; its text is revealed only by turning privacy mode off.
  if (!veiled || veiled.matches(fields) || veiled.closest('button,label,summary,[role^=menuitem],[role=option]'))
    return;
  event.preventDefault();
  event.stopImmediatePropagation();
  reveal(veiled);
}

/** `u` reveals the focused row, card or dialog. */
function revealFocused(event: KeyboardEvent): void {
  if (event.key !== 'u' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!readPreferences().keys || isTyping(event.target)) return;
  const around = document.activeElement?.closest('tr,li,section,[role=dialog]');
  for (const veiled of around?.querySelectorAll('[data-veiled]') ?? []) reveal(veiled);
}

function reveal(element: Element): void {
  element.removeAttribute('data-veiled');
  const own = ownText(element);
  element.setAttribute('data-revealed', personal.isIn(own) ? own : (element.textContent ?? ''));
}

if (isVeiled()) drop();
