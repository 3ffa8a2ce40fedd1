import type { AnyRouter } from '@tanstack/react-router';
import { openPage } from './link-clicks.ts';

/** The position of an entry in the history, which the router stores in it; NaN for an entry that is not the router's. */
const positionOf = (state: unknown): number => Number((state as { __TSR_index?: number } | null)?.__TSR_index ?? NaN);

/**
 * While offline, going back or forward keeps this page, just as a click on a link does. By then the browser has already moved, so
 * this moves it back without notifying the router, and moves again once the other page can open. Call it before the router
 * exists, because listeners of the window run in the order in which they were added.
 */
export function holdHistory(findRouter: () => AnyRouter): void {
  const ownMoves: ('return' | 'open')[] = [];
  const go = (delta: number, kind: 'return' | 'open') => {
    ownMoves.push(kind);
    window.history.go(delta);
  };
  const onMove = (event: PopStateEvent) => {
    const router = findRouter();
    const own = ownMoves.shift();
    if (own === 'return') return event.stopImmediatePropagation();
    const delta = positionOf(event.state) - positionOf(router.history.location.state);
    if (own === 'open' || navigator.onLine || Number.isNaN(delta) || delta === 0) return;
    event.stopImmediatePropagation();
    const { pathname, search, hash } = window.location;
    go(-delta, 'return');
    openPage(router, pathname + search + hash, () => go(delta, 'open'));
  };
  window.addEventListener('popstate', onMove);
}
