import type { ChangeKind } from '@volume/contract/changes.ts';
import { isPushed, onChange } from '#platform/changes/changes.ts';
import { readSettings } from '#platform/settings.ts';

/** Short enough for what happens elsewhere to stand here within five seconds (contract §9 Caching and retries). */
const firstMs = 4_000;
const longestMs = 60_000;
/** A page nobody has touched for this long is read less and less often. */
const patienceMs = 300_000;
const touches = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focus'] as const;

let touchedAt: number | undefined;
const listeners = new Set<() => void>();

/** What many pages hear of at once they ask about at times of their own, so many milliseconds apart at most. */
const spreadMs = 400;

/**
 * Milliseconds until what these kinds of changes may change is read again, such as an open list; false under test automation (contract §9
 * Constants). What is pushed is asked for when something changed, and otherwise seldom: a server may die before it has said what it wrote.
 */
export function liveInterval(kinds: readonly ChangeKind[], now = Date.now()): number | false {
  if (readSettings().isTestAutomation) return false;
  return kinds.length > 0 && isPushed() ? longestMs : untilAsked(now);
}

function untilAsked(now: number): number {
  watchTouches(now);
  const idle = now - (touchedAt ?? now);
  return Math.min(Math.max(firstMs, (idle - patienceMs) / 4), longestMs);
}

/**
 * Tells when there may be news of these kinds: where changes are pushed at the first of them and then no more often than pages ask, and
 * when somebody comes back to a page that had been left alone. A hidden page looks when it is seen.
 */
export function onNews(kinds: readonly ChangeKind[], listener: () => void): () => void {
  let heardAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hear = () => {
    timer = undefined;
    if (document.hidden) return;
    heardAt = Date.now();
    listener();
  };
  const stop = onChange(kinds, () => {
    const now = Date.now();
    timer ??= setTimeout(hear, Math.max(Math.random() * spreadMs, heardAt + untilAsked(now) - now));
  });
  listeners.add(listener);
  return () => {
    stop();
    clearTimeout(timer);
    listeners.delete(listener);
  };
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
