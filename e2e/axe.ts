import { expect, type Page } from '@playwright/test';
import axe, { type Result } from 'axe-core';

/** The rules that depend on colours: three quarters of axe's time. */
const colourRules = ['color-contrast', 'link-in-text-block'];
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
  const found = describe('light', await findViolations(page, { within, except: colourRules }));
  const fresh = (await page.evaluate(numberStyles, within)).filter((style) => !checkedStyles.has(style));
  const texts = fresh.map((style) => `[data-style-number="${style}"]`).join(',');
  for (const theme of fresh.length > 0 ? (['light', 'dark'] as const) : []) {
    await showTheme(page, theme, isPortal);
    found.push(...describe(theme, await findViolations(page, { within: texts, only: colourRules, canVanish: true })));
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
 * of the window. Writes the number into `data-style-number` and returns each number once. Runs in the page.
 */
function numberStyles(within: string): number[] {
  const says =
    /^(?:id|href|src|for|name|title|value|alt|placeholder|datetime|style|aria-.*(?:label|by|controls|text|now))$/;
  const known = new Map<Element, number>();
  const hash = (start: number, text: string): number =>
    [...text].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619), start);
  const numberOf = (element: Element): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const around = element.parentElement ? numberOf(element.parentElement) : window.innerWidth;
    const attributes = [...element.attributes].filter(({ name }) => name !== 'data-style-number');
    const states = attributes.map(({ name, value }) => (says.test(name) ? name : `${name}=${value}`));
    const number = hash(
      around,
      `${element.localName} ${states
        .toSorted()
        .join(' ')
        .replaceAll(/[\d-]{2,}/g, '')}`,
    );
    known.set(element, number);
    return number;
  };
  const hasText = (element: Element): boolean =>
    element.matches('input,select,textarea') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  const texts = [...document.querySelectorAll(`${within}, ${within} *`)].filter(hasText);
  for (const text of texts) text.setAttribute('data-style-number', String(numberOf(text)));
  return [...new Set(texts.map((text) => numberOf(text)))];
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
  except?: string[];
  /** The checked element may have disappeared in the meantime, which is not a violation. */
  canVanish?: boolean;
}

/**
 * The violations that axe finds on the page or within elements, by all rules, only these or all except these. The size of
 * targets (WCAG 2.5.8) is not among axe's own selection. Frames are not checked.
 */
export async function findViolations(
  page: Page,
  { within = 'html', only, except = [], canVanish = false }: Scan = {},
): Promise<Result[]> {
  // axe is half a megabyte, so it is only injected once per page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const rules = { 'target-size': { enabled: true } };
  for (const rule of except) Object.assign(rules, { [rule]: { enabled: false } });
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    ...(only ? { runOnly: { type: 'rule', values: only } } : { rules }),
  };
  return page.evaluate(
    async ([selector, chosen, isOptional]) => {
      const { axe: scan } = window as unknown as { axe: typeof axe };
      if (isOptional && !document.querySelector(selector)) return [];
      return (await scan.run(selector, chosen)).violations;
    },
    [within, options, canVanish] as const,
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
