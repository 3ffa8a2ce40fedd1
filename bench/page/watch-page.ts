/** What a page is watched for, as it runs in the page: nothing of it may be imported there. */
export interface Awaited {
  name: string;
  selector: string;
  /** How many of it must stand. */
  count: number;
}

/** When something awaited was painted, in milliseconds since the page's navigation began. */
export interface Seen {
  name: string;
  at: number;
}

declare global {
  interface Window {
    benchSeen?: (seen: string) => void;
    benchShift?: number;
    benchBlocks?: { at: number; ms: number }[];
    benchClickAt?: number;
    benchPresses?: number[];
  }
}

/** Runs in the page: calls `benchSeen` once for each awaited thing, with the frame in which it was painted. */
export function watchFor(awaited: Awaited[]): void {
  const left = new Map(awaited.map((one) => [one.name, one]));
  const stands = ({ selector, count }: Awaited): boolean => {
    const found = document.querySelectorAll(selector);
    return found.length >= count && (found[count - 1]?.checkVisibility() ?? false);
  };
  const look = (): void => {
    for (const one of left.values()) {
      if (!stands(one)) continue;
      left.delete(one.name);
      // The callback of a frame runs before its paint: the next one proves that it was painted.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => window.benchSeen?.(JSON.stringify({ name: one.name, at: performance.now() }))),
      );
    }
    if (left.size === 0) observer.disconnect();
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true, attributes: true });
}

/** Runs in the page before anything else: notes every layout shift and every task that holds the thread for over 50 ms. */
export function watchThread(): void {
  window.benchShift = 0;
  window.benchBlocks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) window.benchShift = (window.benchShift ?? 0) + entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      window.benchBlocks?.push({ at: startTime, ms: duration - 50 });
  }).observe({ type: 'longtask', buffered: true });
}

/** Runs in the page before anything else: notes how long each press of a mouse or a key took until the frame that shows what it did. */
export function watchInteractions(): void {
  window.benchPresses = [];
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId) window.benchPresses?.push(duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** Runs in the page: notes when the next click was made, as the browser has it. */
export function watchClick(): void {
  delete window.benchClickAt;
  addEventListener('click', ({ timeStamp }) => (window.benchClickAt ??= timeStamp), { capture: true, once: true });
}
