import type { CDPSession } from '@playwright/test';
import type { Seen } from './watch-page.ts';

export type Line = 'fast' | 'slow';

/** A control: a selector and, when several elements match, its text. */
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

/**
 * Subscribes to elements that appear: the page reports each one once, because polling would use the thread that is
 * being measured. Returns a function that waits for one by name and rejects after 90 seconds.
 */
export async function subscribeToSeen(session: CDPSession): Promise<(name: string) => Promise<number>> {
  const seen = new Map<string, number>();
  const waiting = new Map<string, (at: number) => void>();
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'benchSeen' });
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== 'benchSeen') return;
    const { name: what, at } = JSON.parse(payload) as Seen;
    seen.set(what, at);
    waiting.get(what)?.(at);
  });
  return (name) =>
    new Promise((resolve, reject) => {
      const end = setTimeout(() => reject(new Error(`The page did not show what was awaited: ${name}.`)), 90_000);
      const settle = (at: number): void => (clearTimeout(end), resolve(at));
      const at = seen.get(name);
      if (at === undefined) waiting.set(name, settle);
      else settle(at);
    });
}

/** Clicks the centre of a control without hovering first. Returns false when it does not exist yet. */
export async function press(session: CDPSession, control: Control): Promise<boolean> {
  const point = await findPoint(session, control);
  if (!point) return false;
  const mouse = { ...point, button: 'left', clickCount: 1 } as const;
  // Sends both events without waiting, so that a page that is busy with the first does not delay the second.
  await Promise.all([
    session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse }),
    session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse }),
  ]);
  return true;
}

async function findPoint(session: CDPSession, { selector, words }: Control): Promise<{ x: number; y: number } | null> {
  const expression = `(() => {
    const words = ${JSON.stringify(words ?? null)};
    const all = [...document.querySelectorAll(${JSON.stringify(selector)})];
    const box = all.find((one) => words === null || one.textContent.trim() === words)?.getBoundingClientRect();
    return box && box.width > 0 ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  })()`;
  try {
    const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
    return (result.value as { x: number; y: number } | undefined) ?? null;
  } catch {
    // The page was navigating.
    return null;
  }
}

export const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
