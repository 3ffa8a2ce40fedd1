import type { Browser, Page } from '@playwright/test';
import { countTraffic, fallQuiet, type Line, slowDown } from './drive-page.ts';
import { prepare, viewport } from './measure-load.ts';
import type { BenchRows } from './pages.ts';
import { watchInteractions } from './watch-page.ts';

export interface RowFigures {
  /** Elements of the page. */
  nodes: number;
  /** Milliseconds from the slowest of a person's presses to the frame that shows what it did (INP). */
  inp: number;
}

/** What a person does among a hundred rows, by mouse and by keyboard, one thing after the other. */
const acts: ((page: Page) => Promise<void>)[] = [
  // A row is selected, then all of them, then none. The boxes are not shown before the pointer is there.
  (page) => page.getByRole('checkbox').nth(2).click({ force: true }),
  (page) => page.getByRole('checkbox').first().click({ force: true }),
  (page) => page.getByRole('checkbox').first().click({ force: true }),
  // Down two rows and up one.
  (page) => page.keyboard.press('j'),
  (page) => page.keyboard.press('j'),
  (page) => page.keyboard.press('k'),
  (page) => page.locator('button[aria-label="Filter by Currency"]').click(),
  (page) => page.keyboard.press('Escape'),
  (page) => page.locator('#main input[type=search]').pressSequentially('abc', { delay: 50 }),
];

/** The list with as many rows as a page holds, used as a person does; the slowest of all presses counts. */
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
