import { readSettings } from '#platform/settings.ts';

/** Short enough for what happens elsewhere to stand here within five seconds (contract §9 Caching and retries). */
const firstMs = 4_000;
const longestMs = 60_000;
/** A page nobody has touched for this long is read less and less often. */
const patienceMs = 300_000;
const touches = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focus'] as const;

let touchedAt: number | undefined;
const listeners = new Set<() => void>();

/** Milliseconds until an open list or detail is read again; false under test automation (contract §9 Constants). */
export function liveInterval(now = Date.now()): number | false {
  if (readSettings().isTestAutomation) return false;
  watchTouches(now);
  const idle = now - (touchedAt ?? now);
  return Math.min(Math.max(firstMs, (idle - patienceMs) / 4), longestMs);
}

/** Tells when somebody comes back to a page that had been left alone, so that it need not wait for its next reading. */
export function onReturn(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function watchTouches(now: number): void {
  if (touchedAt !== undefined) return;
  touchedAt = now;
  const touch = () => {
    const wasLeft = Date.now() - (touchedAt ?? 0) > patienceMs;
    touchedAt = Date.now();
    if (wasLeft) for (const listener of listeners) listener();
  };
  for (const name of touches) window.addEventListener(name, touch, { passive: true, capture: true });
}
