import type { AnyRouter } from '@tanstack/react-router';
import { whenIdle } from '#design/overlay/when-idle.ts';

const intentMs = 60;

/**
 * Makes every plain `<a href>` of our pages a client-side way: an ordinary click is routed, hovering or focusing
 * loads what the page behind it needs. Modified clicks, downloads and other origins stay the browser's.
 */
export function followLinks(router: AnyRouter): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const onClick = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const href = ownHref(router, linkAt(event.target));
    if (href === undefined) return;
    event.preventDefault();
    void router.navigate({ href });
  };
  const onIntent = (event: Event): void => {
    clearTimeout(waiting);
    const href = ownHref(router, linkAt(event.target) ?? rowLinkAt(event.target));
    if (href === undefined || href === router.latestLocation.href) return;
    waiting = setTimeout(() => void router.preloadRoute({ href } as never), event.type === 'touchstart' ? 0 : intentMs);
  };
  document.addEventListener('click', onClick);
  for (const name of ['mouseover', 'focusin', 'touchstart']) {
    document.addEventListener(name, onIntent, { passive: true });
  }
}

const linkAt = (target: EventTarget | null) => (target instanceof Element ? target.closest('a') : null);
/** Where a press on this row of a list leads (design/table/row-press.ts). */
const rowLinkAt = (target: EventTarget | null) =>
  target instanceof Element && !target.closest('button')
    ? (target.closest('tr')?.querySelector<HTMLAnchorElement>('a.row-link') ?? null)
    : null;

/** The address of a link when it is a page of ours, else undefined. */
function ownHref(router: AnyRouter, link: HTMLAnchorElement | null): string | undefined {
  if (!link?.hasAttribute('href') || link.hasAttribute('download')) return undefined;
  if (link.target !== '' && link.target !== '_self') return undefined;
  const url = new URL(link.href, window.location.href);
  if (url.origin !== window.location.origin || isOnThisPage(url)) return undefined;
  const [, , route] = router.getMatchedRoutes(url.pathname);
  return route ? url.pathname + url.search + url.hash : undefined;
}

function isOnThisPage(url: URL): boolean {
  const { pathname, search } = window.location;
  return url.hash !== '' && url.pathname === pathname && url.search === search;
}

/**
 * When a page has stood for a while and nothing is left to do, the code of the pages that its navigation and rows lead to comes, one after
 * the other. Their data comes when somebody points at a link.
 */
export function preloadPlaces(router: AnyRouter): void {
  router.subscribe('onRendered', () => {
    // What could not come ahead comes when it is asked for, and says so then.
    whenIdle(() => void loadPlaces(router).catch(() => undefined));
  });
}

async function loadPlaces(router: AnyRouter): Promise<void> {
  const links = document.querySelectorAll<HTMLAnchorElement>('nav a[href], tbody tr:first-child a.row-link');
  for (const { pathname } of links) {
    const [routes] = router.getMatchedRoutes(pathname);
    for (const route of routes) {
      const page = route.options.component as { preload?: () => Promise<void> } | undefined;
      await page?.preload?.();
    }
  }
}
