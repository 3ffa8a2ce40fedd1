/** An element to wait for. This file runs in the page, so it must not import anything at run time. */
export interface Awaited {
  name: string;
  selector: string;
  /** How many elements must match. */
  count: number;
  /** A text that each of them must contain. */
  words?: string;
}

/** What a press changes: whether such an element is visible or, with an attribute, its values. */
export interface Change {
  selector: string;
  attribute?: string;
}

/** What the page reports. Times are in milliseconds. */
export interface Seen {
  name: string;
  /** When it was painted or pressed, since the navigation that began at `origin`. */
  at: number;
  origin: number;
  /** From the press to the frame with the change. */
  took?: number;
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

/** Runs in the page: calls `benchSeen` once for each element, with the frame in which it was painted. */
export function watchFor(awaited: Awaited[]): void {
  const left = new Map(awaited.map((one) => [one.name, one]));
  const stands = ({ selector, count, words = '' }: Awaited): boolean => {
    const found = [...document.querySelectorAll(selector)];
    const isShown = found.length >= count && (found[count - 1]?.checkVisibility() ?? false);
    return isShown && found.every(({ textContent }) => textContent?.includes(words));
  };
  const report = (name: string): void => {
    const seen: Seen = { name, at: performance.now(), origin: performance.timeOrigin };
    window.benchSeen?.(JSON.stringify(seen));
  };
  const look = (): void => {
    for (const one of left.values()) {
      if (!stands(one)) continue;
      left.delete(one.name);
      // requestAnimationFrame callbacks run before the paint, so the following callback proves that the frame was
      // painted.
      requestAnimationFrame(() => requestAnimationFrame(() => report(one.name)));
    }
    if (left.size === 0) observer.disconnect();
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true, attributes: true });
}

/** Runs in the page before anything else: reports when each press has changed something, unless it takes a second. */
export function watchPresses(changes: Change[]): void {
  const read = ({ selector, attribute }: Change): string => {
    const found = [...document.querySelectorAll(selector)];
    if (attribute === undefined) return String(found.some((one) => one.checkVisibility()));
    return found.map((one) => one.getAttribute(attribute)).join();
  };
  const watch = ({ timeStamp: at }: Event): void => {
    const before = changes.map(read);
    const report = (change: number): void => {
      const took = performance.now() - at;
      const seen: Seen = { name: `press ${change}`, at, origin: performance.timeOrigin, took };
      window.benchSeen?.(JSON.stringify(seen));
    };
    const look = (): void => {
      // A press that closes what an earlier one has opened late is no success.
      const change = changes.findIndex((one, which) => {
        const now = read(one);
        return now !== before[which] && (one.attribute !== undefined || now === 'true');
      });
      if (change >= 0) requestAnimationFrame(() => report(change));
      else if (performance.now() - at < 1000) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  };
  addEventListener('pointerdown', watch, { capture: true });
}

/** Runs in the page before anything else: records layout shifts and tasks of more than 50 ms. */
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

/**
 * Runs in the page before anything else: records the time from each mouse or key press to the frame with its effect.
 */
export function watchInteractions(): void {
  window.benchPresses = [];
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId) window.benchPresses?.push(duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** Runs in the page: records the browser's timestamp of the next click. */
export function watchClick(): void {
  delete window.benchClickAt;
  addEventListener('click', ({ timeStamp }) => (window.benchClickAt ??= timeStamp), { capture: true, once: true });
}
