import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { Result } from 'axe-core';

/** The small build, because every checked page gets it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that depend on colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];
/** Marks the texts whose colours are still to be checked. */
const newStyle = '[data-new-style]';
/** Numbers for how a text is styled, for the texts whose colours this worker has checked in both themes. */
const checkedStyles = new Set<number>();

/**
 * axe finds no violation on this page in either theme, or in the modal dialogs that are open: they make the rest of the
 * page inert, which other tests check without them. The test switches the system's theme, which the preference "system"
 * follows; the pages of the API only know that one. Colours are checked of texts that are styled in a way that no earlier
 * page of this worker had.
 */
export async function expectAccessible(page: Page, { isPortal = true } = {}): Promise<void> {
  const modal = 'dialog:modal';
  const within = (await page.locator(modal).count()) > 0 ? modal : 'html';
  await showTheme(page, 'light', isPortal);
  const fresh = await page.evaluate(markNewStyles, { within, checked: [...checkedStyles] });
  const found = describe(
    'light',
    await findViolations(page, { within, colours: fresh.length > 0 ? 'new styles' : 'none' }),
  );
  if (fresh.length > 0) {
    await showTheme(page, 'dark', isPortal);
    found.push(...describe('dark', await findViolations(page, { within: newStyle, only: colourRules })));
  }
  expect(found).toEqual([]);
  const shown = await page.evaluate(numbersShown);
  for (const style of fresh) if (shown.includes(style)) checkedStyles.add(style);
}

/** The numbers of the texts that are still there: a message that has disappeared in the meantime was not checked in both themes. Runs in the page. */
const numbersShown = (): number[] =>
  [...document.querySelectorAll('[data-style-number]')].map((text) => Number(text.getAttribute('data-style-number')));

/**
 * Numbers each text by what its colours depend on: the tags, classes and states of the element and all around it, and the width
 * of the window. Writes the number into `data-style-number`, marks the texts whose number was not checked, and returns each
 * such number once. Runs in the page.
 */
function markNewStyles({ within, checked }: { within: string; checked: number[] }): number[] {
  const says =
    /^(?:id|href|src|for|name|title|value|alt|placeholder|datetime|style|aria-.*(?:label|by|controls|text|now))$/;
  const known = new Map<Element, number>();
  const isChecked = new Set(checked);
  const hashes = new Map<string, number>();
  // Most elements are written like an earlier one.
  const hash = (text: string): number => {
    const before = hashes.get(text);
    if (before !== undefined) return before;
    let sum = 0;
    for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 16_777_619);
    hashes.set(text, sum);
    return sum;
  };
  const numberOf = (element: Element): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const around = element.parentElement ? numberOf(element.parentElement) : window.innerWidth;
    const attributes = [...element.attributes].filter(
      ({ name }) => name !== 'data-style-number' && name !== 'data-new-style',
    );
    const states = attributes.map(({ name, value }) => (says.test(name) ? name : `${name}=${value}`));
    const written = `${element.localName} ${states
      .toSorted()
      .join(' ')
      .replaceAll(/[\d-]{2,}/g, '')}`;
    const number = Math.imul(around ^ hash(written), 16_777_619);
    known.set(element, number);
    return number;
  };
  const hasText = (element: Element): boolean =>
    element.matches('input,select,textarea') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  const texts = [...document.querySelectorAll(`${within}, ${within} *`)].filter(hasText);
  // Also of an earlier call, outside of what this one checks.
  for (const marked of document.querySelectorAll('[data-new-style]')) marked.removeAttribute('data-new-style');
  for (const text of texts) {
    text.setAttribute('data-style-number', String(numberOf(text)));
    text.toggleAttribute('data-new-style', !isChecked.has(numberOf(text)));
  }
  return [...new Set(texts.map((text) => numberOf(text)))].filter((number) => !isChecked.has(number));
}

async function showTheme(page: Page, theme: 'light' | 'dark', isPortal: boolean): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  if (isPortal) await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await page.evaluate(finishMotion);
}

const describe = (theme: string, violations: Result[]): string[] =>
  violations.map(({ id, nodes }) => `${theme}: ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);

interface Scan {
  within?: string;
  only?: string[];
  /** Which texts the rules that depend on colours check. */
  colours?: 'all' | 'new styles' | 'none';
}

/**
 * The violations that axe finds on the page or within elements, by all rules or only these. The size of targets (WCAG
 * 2.5.8) is not among axe's own selection. Frames are not checked.
 */
export async function findViolations(
  page: Page,
  { within = 'html', only, colours = 'all' }: Scan = {},
): Promise<Result[]> {
  // axe is half a megabyte, so it is only injected once per page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const rules: axe.RunOptions['rules'] = { 'target-size': { enabled: true } };
  if (colours === 'none') for (const rule of colourRules) rules[rule] = { enabled: false };
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    ...(only ? { runOnly: { type: 'rule', values: only } } : { rules }),
  };
  // The size of targets and the colours in one scan, because both need the positions of everything on the page.
  const [texts, links] =
    colours === 'new styles' ? [newStyle, `a${newStyle}, [role=link]${newStyle}`] : ['*', 'a[href], [role=link]'];
  const selectors = [
    { id: 'color-contrast', selector: texts },
    { id: 'link-in-text-block', selector: links },
  ];
  return page.evaluate(
    async ([selector, chosen, changed, canVanish]) => {
      const { axe: scan } = window as unknown as { axe: typeof axe };
      if (canVanish && !document.querySelector(selector)) return [];
      scan.configure({ rules: changed });
      return (await scan.run(selector, chosen)).violations;
    },
    // A new message may have disappeared in the meantime, which is not a violation.
    [within, options, selectors, within === newStyle] as const,
  );
}

/** Colours in transition belong to neither theme, and the end of one animation can start another. Runs in the page. */
async function finishMotion(): Promise<void> {
  const isEnding = ({ effect, playState }: Animation) =>
    playState === 'running' && effect?.getComputedTiming().iterations !== Infinity;
  for (;;) {
    const ending = document.getAnimations().filter(isEnding);
    if (ending.length === 0) return;
    await Promise.allSettled(ending.map(({ finished }) => finished));
  }
}
