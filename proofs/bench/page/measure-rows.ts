import type { Browser, Page } from '@playwright/test';
import { countTraffic, fallQuiet, type Line, slowDown } from './drive-page.ts';
import { prepare, viewport } from './measure-load.ts';
import type { BenchRows } from './pages.ts';
import { watchInteractions } from './watch-page.ts';

export interface RowFigures {
  /** Number of elements of the page. */
  nodes: number;
  /** Milliseconds from the slowest interaction to the frame with its effect (INP). */
  inp: number;
}

/** Interactions with a hundred rows by mouse and keyboard, in order. */
const acts: ((page: Page) => Promise<void>)[] = [
  // Selects a row, then all of them, then none. The boxes are hidden until the pointer hovers.
  (page) => page.getByRole('checkbox').nth(2).click({ force: true }),
  (page) => page.getByRole('checkbox').first().click({ force: true }),
  (page) => page.getByRole('checkbox').first().click({ force: true }),
  // Two rows down and one up.
  (page) => page.keyboard.press('j'),
  (page) => page.keyboard.press('j'),
  (page) => page.keyboard.press('k'),
  (page) => page.locator('.filter-add button').click(),
  (page) => page.keyboard.press('Escape'),
  (page) => page.locator('#main input[type=search]').pressSequentially('abc', { delay: 50 }),
];

/** Measures the list with the largest page size; the slowest of all interactions counts. */
export async function measureRows(
  browser: Browser,
  { url, shown, count, state }: BenchRows,
  line: Line,
): Promise<RowFigures> {
  const context = await browser.newContext({ viewport, ...(state ? { storageState: state } : {}) });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const traffic = await countTraffic(session);
    await prepare(page);
    await page.addInitScript(watchInteractions);
    await page.goto(url);
    await page
      .locator(shown)
      .nth(count - 1)
      .waitFor();
    await fallQuiet(traffic);
    if (line === 'slow') await slowDown(session);
    const nodes = await page.evaluate(() => document.getElementsByTagName('*').length);
    for (const act of acts) {
      await act(page);
      await fallQuiet(traffic);
    }
    const presses = await page.evaluate(() => window.benchPresses ?? []);
    if (presses.length === 0) throw new Error('The browser told of no press.');
    return { nodes, inp: Math.max(...presses) };
  } finally {
    await context.close();
  }
}
