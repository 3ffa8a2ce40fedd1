import type { ChangeKind } from '@volume/contract/changes.ts';
import { isPushed, onChange } from '#platform/changes/changes.ts';
import { readSettings } from '#platform/settings.ts';

/** Short enough to show changes from elsewhere within five seconds (contract §9 Caching and retries). */
const firstMs = 4_000;
const longestMs = 60_000;
/** After this long without user activity, a page polls less and less often. */
const idleAfterMs = 300_000;
const activities = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focus'] as const;

let activeAt: number | undefined;
const listeners = new Set<() => void>();

/** Pages that receive the same change refetch at random times within this many milliseconds. */
const jitterMs = 400;

/**
 * The polling interval for data affected by these kinds of changes, in milliseconds; false under test automation
 * (contract §9 Constants). With pushed changes it is long, but not infinite, because a server may crash before it
 * announces a write.
 */
export function liveInterval(kinds: readonly ChangeKind[], now = Date.now()): number | false {
  if (readSettings().isTestAutomation) return false;
  return kinds.length > 0 && isPushed() ? longestMs : pollingInterval(now);
}

function pollingInterval(now: number): number {
  watchActivity(now);
  const idle = now - (activeAt ?? now);
  return Math.min(Math.max(firstMs, (idle - idleAfterMs) / 4), longestMs);
}

/**
 * Subscribes to possible changes of these kinds. Calls back on the first pushed change and then no more often than
 * polling would, and when the user returns to an idle page. Skips hidden pages, which refetch when they become visible.
 */
export function onLiveChange(kinds: readonly ChangeKind[], listener: () => void): () => void {
  let notifiedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const notify = () => {
    timer = undefined;
    if (document.hidden) return;
    notifiedAt = Date.now();
    listener();
  };
  const stop = onChange(kinds, () => {
    const now = Date.now();
    timer ??= setTimeout(notify, Math.max(Math.random() * jitterMs, notifiedAt + pollingInterval(now) - now));
  });
  listeners.add(listener);
  return () => {
    stop();
    clearTimeout(timer);
    listeners.delete(listener);
  };
}

function watchActivity(now: number): void {
  if (activeAt !== undefined) return;
  activeAt = now;
  const touch = () => {
    const wasLeft = Date.now() - (activeAt ?? 0) > idleAfterMs;
    activeAt = Date.now();
    if (wasLeft) for (const listener of listeners) listener();
  };
  for (const name of activities) window.addEventListener(name, touch, { passive: true, capture: true });
}
