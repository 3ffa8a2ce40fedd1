import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';

export interface PageFigures {
  /** Milliseconds from navigation to the frame that shows what was awaited. */
  ms: number;
  /** Brotli bytes of JavaScript on the wire, all that came before the network fell silent. */
  jsBytes: number;
  /** Requests begun before what was awaited was shown. */
  requests: number;
  /** Cumulative layout shift after the network fell silent. */
  shift: number;
}

export type Line = 'fast' | 'slow';

declare global {
  interface Window {
    shownAt?: number;
    tellShown?: (nothing: string) => void;
    layoutShift?: number;
  }
}

/**
 * Where a load begins: on a page of another site, as a person's does. From the empty page of a new tab a page without a
 * Cross-Origin-Opener-Policy, as the bare one, is drawn by the process that stands ready, which none with it ever is.
 */
const elsewhere = 'data:text/html,elsewhere';

/** One cold load in a fresh context; `shown` is a selector, and `count` how many of it must stand. */
export async function measurePage(
  browser: Browser,
  {
    url,
    shown,
    count,
    line,
    state,
  }: { url: string; shown: string; count: number; line: Line; state?: BrowserContextOptions['storageState'] },
): Promise<PageFigures> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(state ? { storageState: state } : {}),
  });
  try {
    const page = await context.newPage();
    await page.goto(elsewhere);
    const session = await context.newCDPSession(page);
    const counted = await countNetwork(session);
    if (line === 'slow') await slowDown(session);
    // tsx keeps the names of functions by a helper that the page does not have.
    await page.addInitScript('globalThis.__name ??= (named) => named');
    await page.addInitScript(watchPage, { shown, count });
    await session.send('Runtime.enable');
    await session.send('Runtime.addBinding', { name: 'tellShown' });
    await Promise.all([hearOfShown(session), page.goto(url, { waitUntil: 'commit' })]);
    const requests = counted.requests;
    await page.waitForLoadState('networkidle');
    const [ms, shift] = await readFigures(page);
    return { ms, jsBytes: counted.jsBytes, requests, shift };
  } finally {
    await context.close();
  }
}

function readFigures(page: Page): Promise<[number, number]> {
  return page.evaluate(() => [window.shownAt ?? Number.NaN, window.layoutShift ?? 0]);
}

/** Runs in the page before anything else: notes the frame after the awaited elements stand, and every layout shift. */
function watchPage({ shown, count }: { shown: string; count: number }): void {
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) window.layoutShift = (window.layoutShift ?? 0) + entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const look = (): void => {
    if (document.querySelectorAll(shown).length < count) return;
    observer.disconnect();
    // The callback of a frame runs before its paint: the next one proves that it was painted.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        window.shownAt ??= performance.now();
        window.tellShown?.('');
      }),
    );
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
}

/** The page calls out once: asking it would take its only thread away from what is measured. Rejects after 90 seconds. */
function hearOfShown(session: CDPSession): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The page did not show what was awaited.')), 90_000);
    session.once('Runtime.bindingCalled', () => {
      clearTimeout(late);
      resolve();
    });
  });
}

async function countNetwork(session: CDPSession): Promise<{ requests: number; jsBytes: number }> {
  const counted = { requests: 0, jsBytes: 0 };
  const scripts = new Set<string>();
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) counted.requests += 1;
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) counted.jsBytes += encodedDataLength;
  });
  return counted;
}

/** A modest phone on a modest line: a quarter of the CPU, 150 ms there and back, 1.6 Mbit/s down. */
async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const [downloadThroughput, uploadThroughput] = [(1.6 * 1024 * 1024) / 8, (750 * 1024) / 8];
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput,
    uploadThroughput,
  });
}
