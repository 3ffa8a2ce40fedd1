import type { AnyRouter } from '@tanstack/react-router';

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
    const href = ownHref(router, event.target);
    if (href === undefined) return;
    event.preventDefault();
    void router.navigate({ href });
  };
  const onIntent = (event: Event): void => {
    clearTimeout(waiting);
    const href = ownHref(router, event.target);
    if (href === undefined || href === router.latestLocation.href) return;
    waiting = setTimeout(() => void router.preloadRoute({ href } as never), event.type === 'touchstart' ? 0 : intentMs);
  };
  document.addEventListener('click', onClick);
  for (const name of ['mouseover', 'focusin', 'touchstart']) {
    document.addEventListener(name, onIntent, { passive: true });
  }
}

/** The address of the link under this event when it is a page of ours, else undefined. */
function ownHref(router: AnyRouter, target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
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
