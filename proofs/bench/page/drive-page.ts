import type { CDPSession } from '@playwright/test';
import type { Seen } from './watch-page.ts';

export type Line = 'fast' | 'slow';

/** A control: a selector and, when several elements match, its text. An element that is not visible is none. */
export interface Control {
  selector: string;
  words?: string;
}

/** Network traffic so far; `inFlight` has the requests in progress. */
export interface Traffic {
  requests: number;
  /** Brotli bytes of the scripts received. */
  jsBytes: number;
  inFlight: Set<string>;
}

/** Emulates a modest phone and network: a quarter of the CPU, 150 ms round trip, 1.6 Mbit/s down. */
export async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const [downloadThroughput, uploadThroughput] = [(1.6 * 1024 * 1024) / 8, (750 * 1024) / 8];
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput,
    uploadThroughput,
  });
}

export async function countTraffic(session: CDPSession): Promise<Traffic> {
  const traffic: Traffic = { requests: 0, jsBytes: 0, inFlight: new Set() };
  const scripts = new Set<string>();
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('http')) return;
    traffic.requests += 1;
    traffic.inFlight.add(requestId);
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    traffic.inFlight.delete(requestId);
    if (scripts.has(requestId)) traffic.jsBytes += encodedDataLength;
  });
  session.on('Network.loadingFailed', ({ requestId }) => traffic.inFlight.delete(requestId));
  return traffic;
}

/** Resolves after a second without requests, so idle-time prefetching has finished too. */
export async function fallQuiet(traffic: Traffic): Promise<void> {
  const quietMs = 1000;
  let [since, requests] = [performance.now(), traffic.requests];
  while (performance.now() - since < quietMs) {
    await rest(50);
    if (traffic.inFlight.size === 0 && traffic.requests === requests) continue;
    [since, requests] = [performance.now(), traffic.requests];
  }
}

/** What the page reports by name; a later report replaces an earlier one. */
export interface Reports {
  /** The first report of this name since the subscription, or since `next` was called. Rejects after 90 seconds. */
  first: (name: string) => Promise<Seen>;
  /** The next report that comes within this many milliseconds. */
  next: (name: string, ms: number) => Promise<Seen | undefined>;
}

/** Subscribes to the page's reports: polling would use the thread that is being measured. */
export async function subscribeToReports(session: CDPSession): Promise<Reports> {
  const seen = new Map<string, Seen>();
  const waiting = new Map<string, (report: Seen) => void>();
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'benchSeen' });
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== 'benchSeen') return;
    const report = JSON.parse(payload) as Seen;
    if (!seen.has(report.name)) seen.set(report.name, report);
    waiting.get(report.name)?.(report);
  });
  const wait = (name: string, ms: number): Promise<Seen | undefined> =>
    new Promise((resolve) => {
      const end = setTimeout(() => resolve(undefined), ms);
      const settle = (report: Seen): void => (clearTimeout(end), resolve(report));
      const report = seen.get(name);
      if (report) settle(report);
      else waiting.set(name, settle);
    });
  return {
    async first(name) {
      const report = await wait(name, 90_000);
      if (!report) throw new Error(`The page did not show what was awaited: ${name}.`);
      return report;
    },
    next(name, ms) {
      seen.delete(name);
      return wait(name, ms);
    },
  };
}

/** Clicks the centre of a control without hovering first. Returns false when it does not exist yet. */
export async function press(session: CDPSession, control: Control): Promise<boolean> {
  const point = await findPoint(session, control);
  if (point) await pressAt(session, point);
  return point !== null;
}

interface Point {
  x: number;
  y: number;
}

async function pressAt(session: CDPSession, point: Point): Promise<void> {
  const mouse = { ...point, button: 'left', clickCount: 1 } as const;
  // Sends both events without waiting, so that a page that is busy with the first does not delay the second.
  await Promise.all([
    session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse }),
    session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse }),
  ]);
}

export async function pressEscape(session: CDPSession): Promise<void> {
  const key = { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 };
  for (const type of ['keyDown', 'keyUp'] as const) await session.send('Input.dispatchKeyEvent', { type, ...key });
}

async function findPoint(session: CDPSession, { selector, words }: Control): Promise<Point | null> {
  const point = await evaluate<Point>(
    session,
    `(() => {
      const words = ${JSON.stringify(words ?? null)};
      const all = [...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => one.checkVisibility());
      const box = all.find((one) => words === null || one.textContent.trim() === words)?.getBoundingClientRect();
      return box && box.width > 0 ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
    })()`,
  );
  return point ?? null;
}

/** Undefined while the page is navigating. */
export async function evaluate<Value>(session: CDPSession, expression: string): Promise<Value | undefined> {
  try {
    const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
    return result.value as Value | undefined;
  } catch {
    return undefined;
  }
}

export const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
