import { isTyping } from '#design/choose/use-shortcut.ts';
import { readPreferences, setPreference } from '#platform/preferences.ts';
import { portalQueryClient } from '#shell/routing/signed-in.ts';
import { hidden, PersonalValues } from './personal-values.ts';

// Privacy mode (decision 35). What is personal is found by its value in whatever is drawn, so that no screen has to think of it.

const root = document.documentElement;
const storageKey = 'v_veil_v1';
/** What shows or speaks a text beside the page's own. */
const spoken = ['title', 'aria-label', 'aria-description', 'alt', 'placeholder'] as const;
/** What holds a text that lies in no text node. */
const fields = 'input:not([type=checkbox],[type=radio]),textarea,select';

const personal = new PersonalValues();
/** The attributes that were rewritten, as they were. */
const rewritten = new Map<Element, Map<string, string>>();
let pageTitle: string | undefined;
const observer = new MutationObserver(veilChanges);

export const isVeiled = (): boolean => 'veil' in root.dataset;

/** Hides or shows what is personal in this tab, and remembers it there. */
export function toggleVeil(): void {
  if (isVeiled()) lift();
  else drop();
  // Menus that stand say what is in use.
  setPreference('keys', readPreferences().keys);
}

function drop(): void {
  try {
    sessionStorage.setItem(storageKey, 'on');
  } catch {
    // Without storage it lasts until the page is loaded anew.
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
  // In front of every other listener: the press that reveals a name does not follow the row's link.
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

/** Runs after every change of the page and before it is painted. */
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
  // The innermost first, so that what holds a marked text is not marked for it.
  for (const element of [top, ...top.querySelectorAll('*')].toReversed()) {
    veilAttributes(element);
    veilText(element);
  }
}

/** Marks an element whose own text is personal, or a number whose groups each are an element. */
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
  // What was revealed stays so for as long as it says the same.
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

/** A field shows what it holds while it is typed in. */
function veilFields(): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(fields)) {
    const text = field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? '') : field.value;
    const isMarked = text !== '' && field.closest('[data-personal]') !== null;
    field.toggleAttribute('data-veiled', isMarked || personal.isIn(text));
  }
}

function revealPressed(event: MouseEvent): void {
  const veiled = event.target instanceof Element && event.target.closest('[data-veiled]');
  // A control does what it says; its words are shown by the switch.
  if (!veiled || veiled.matches(fields) || veiled.closest('button,label,summary,[role^=menuitem],[role=option]'))
    return;
  event.preventDefault();
  event.stopImmediatePropagation();
  reveal(veiled);
}

/** `u` shows what stands in the row, the card or the dialog that has the focus. */
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
