import type { Browser, CDPSession, Page } from '@playwright/test';
import { countTraffic, fallQuiet, type Line, slowDown, subscribeToReports } from './drive-page.ts';
import { findAlive } from './find-alive.ts';
import type { BenchPage } from './pages.ts';
import { watchFor, watchPresses, watchThread } from './watch-page.ts';

/** The page before the load: one of another site, or the empty page of a new tab. */
export type Start = 'elsewhere' | 'new tab';

export interface LoadFigures {
  /** Milliseconds from navigation to the frame with the main content. */
  visible: number;
  /** Milliseconds to the first moment from which each of the page's controls, pressed in turn, does its work at all. */
  works: number;
  /**
   * Milliseconds to the first moment from which each of the page's controls, pressed in turn, does its whole work within
   * 100 ms; never before `visible`.
   */
  alive: number;
  /** Total blocking time: milliseconds of tasks beyond 50 each, until `works` and after it. */
  tbt: number;
  tbtIdle: number;
  /** Milliseconds that the main thread worked until `works`. */
  cpu: number;
  /** Requests and brotli bytes of scripts until `works`, and those that followed without user action. */
  requests: number;
  jsBytes: number;
  requestsIdle: number;
  jsBytesIdle: number;
  /** Cumulative layout shift of the whole load. */
  shift: number;
}

export const viewport = { width: 1440, height: 900 };
const elsewhere = 'data:text/html,elsewhere';

/** Measures one cold load in a fresh context. Throws when the page is not visible within 90 seconds. */
export async function measureLoad(
  browser: Browser,
  { url, shown, count, presses, state }: BenchPage,
  { line, start }: { line: Line; start: Start },
): Promise<LoadFigures> {
  const context = await browser.newContext({ viewport, ...(state ? { storageState: state } : {}) });
  try {
    const page = await context.newPage();
    if (start === 'elsewhere') await page.goto(elsewhere);
    const session = await context.newCDPSession(page);
    const traffic = await countTraffic(session);
    if (line === 'slow') await slowDown(session);
    await prepare(page);
    await page.addInitScript(watchThread);
    await page.addInitScript(watchFor, [{ name: 'visible', selector: shown, count }]);
    await page.addInitScript(
      watchPresses,
      presses.map(({ changes }) => changes),
    );
    const reports = await subscribeToReports(session);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(url, { waitUntil: 'commit' });
    let upTo = { works: Infinity, cpu: 0, requests: 0, jsBytes: 0 };
    const onWorking = async (works: number): Promise<void> => {
      const { requests, jsBytes } = traffic;
      upTo = { works, cpu: await readCpu(session), requests, jsBytes };
    };
    const [{ at: visible }, since] = await Promise.all([
      reports.first('visible'),
      findAlive(session, { presses, line }, reports, onWorking),
    ]);
    await fallQuiet(traffic);
    const [works, alive] = [Math.max(visible, upTo.works), Math.max(visible, since)];
    const thread = await readThread(page, works);
    const [requestsIdle, jsBytesIdle] = [traffic.requests - upTo.requests, traffic.jsBytes - upTo.jsBytes];
    return { ...upTo, visible, works, alive, requestsIdle, jsBytesIdle, ...thread };
  } finally {
    await context.close();
  }
}

/** tsx wraps functions with a helper to keep their names; the page does not have it. */
export async function prepare(page: Page): Promise<void> {
  await page.addInitScript('globalThis.__name ??= (named) => named');
}

async function readCpu(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

function readThread(page: Page, alive: number): Promise<Pick<LoadFigures, 'tbt' | 'tbtIdle' | 'shift'>> {
  return page.evaluate((end) => {
    const sum = (blocks: { ms: number }[]): number => blocks.reduce((total, { ms }) => total + ms, 0);
    const blocks = window.benchBlocks ?? [];
    const tbt = sum(blocks.filter(({ at }) => at < end));
    return { tbt, tbtIdle: sum(blocks) - tbt, shift: window.benchShift ?? 0 };
  }, alive);
}
