import type { Browser, CDPSession, Page } from '@playwright/test';
import { type Control, countTraffic, fallQuiet, subscribeToReports, type Line, press, slowDown } from './drive-page.ts';
import { prepare, viewport } from './measure-load.ts';
import type { BenchApp } from './pages.ts';
import { watchClick, watchFor } from './watch-page.ts';

export interface ClickFigures {
  /** Milliseconds from the click to the frame with the target's data. */
  homeToList: number;
  listToDetail: number;
}

/**
 * Measures two clicks in the running app, each after it was idle: code can be prefetched, data is not, and nothing was
 * hovered. The network is slowed down only before the click, because idle-time prefetching takes as long as it takes.
 */
export async function measureClicks(browser: Browser, app: BenchApp, line: Line): Promise<ClickFigures> {
  const context = await browser.newContext({ viewport, ...(app.state ? { storageState: app.state } : {}) });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const traffic = await countTraffic(session);
    await prepare(page);
    const reports = await subscribeToReports(session);
    await page.goto(app.home);
    await page.locator(app.toList.selector).first().waitFor();
    await fallQuiet(traffic);
    if (line === 'slow') await slowDown(session);
    const click = async (name: string, control: Control, shown: { selector: string; count: number }) => {
      await page.evaluate(watchFor, [{ name, ...shown }]);
      const ms = await timeClick(page, session, control, async () => (await reports.first(name)).at);
      await fallQuiet(traffic);
      return ms;
    };
    const homeToList = await click('list', app.toList, app.list);
    return { homeToList, listToDetail: await click('detail', app.toDetail, app.detail) };
  } finally {
    await context.close();
  }
}

async function timeClick(
  page: Page,
  session: CDPSession,
  control: Control,
  seen: () => Promise<number>,
): Promise<number> {
  await page.evaluate(watchClick);
  if (!(await press(session, control))) throw new Error(`There is no ${control.selector} to click.`);
  const at = await seen();
  const clickedAt = await page.evaluate(() => window.benchClickAt);
  if (clickedAt === undefined) throw new Error(`The click on ${control.selector} loaded another page.`);
  return at - clickedAt;
}
