import type { AnyRouter } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { whenOnline } from '#design/overlay/when-online.ts';
import { whenIdle } from '#design/overlay/when-idle.ts';

const intentMs = 60;

/**
 * Routes clicks on every plain `<a href>` of our pages on the client, and prefetches the page on hover or focus. Modified clicks,
 * downloads and other origins are left to the browser.
 */
export function followLinks(router: AnyRouter): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const onClick = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const href = ownHref(router, linkAt(event.target));
    if (href === undefined) return;
    event.preventDefault();
    openPage(router, href);
  };
  const onIntent = (event: Event): void => {
    clearTimeout(waiting);
    // A browser keeps code that failed to load until the page is loaded again.
    if (!navigator.onLine) return;
    const href = ownHref(router, linkAt(event.target) ?? rowLinkAt(event.target));
    if (href === undefined || href === router.latestLocation.href) return;
    waiting = setTimeout(() => void router.preloadRoute({ href } as never), event.type === 'touchstart' ? 0 : intentMs);
  };
  document.addEventListener('click', onClick);
  for (const name of ['mouseover', 'focusin', 'touchstart']) {
    document.addEventListener(name, onIntent, { passive: true });
  }
}

let stopWaiting = (): void => undefined;

/**
 * Opens a page. While offline, it opens only a page that needs no further data: any other would be replaced by an endless loading
 * state, so the current page remains until the device is online again.
 */
export function openPage(
  router: AnyRouter,
  href: string,
  open: () => void = () => void router.navigate({ href }),
): void {
  stopWaiting();
  if (navigator.onLine) return open();
  const [routes] = router.getMatchedRoutes(new URL(href, window.location.href).pathname);
  const title = routes
    .map((route) => (route.options.staticData as { title?: string } | undefined)?.title)
    .findLast(Boolean);
  const begunAt = Date.now();
  let isCancelled = false;
  let isCodeMissing = false;
  const noteMissing = () => (isCodeMissing = true);
  window.addEventListener('vite:preloadError', noteMissing, { once: true });
  const stop = whenOnline(`${title ?? 'The page'} opens when you’re back.`, () => {
    isCancelled = true;
    // Otherwise the retry of a failed call would start seconds later.
    void queriesOf(router)?.cancelQueries({ type: 'inactive' });
    if (isCodeMissing) window.location.assign(href);
    else open();
  });
  stopWaiting = () => {
    isCancelled = true;
    window.removeEventListener('vite:preloadError', noteMissing);
    stop();
  };
  void router.preloadRoute({ href } as never).then((matches) => {
    if (isCancelled || !matches || matches.some(({ status }) => status === 'error') || isDataMissing(router, begunAt))
      return;
    stopWaiting();
    open();
  });
}

/** The query cache of the page, which the entry does not import. */
const queriesOf = (router: AnyRouter): QueryClient | undefined =>
  (router.state.matches.at(-1)?.context as { queryClient?: QueryClient } | undefined)?.queryClient;

/** Whether the other page has requested data since then that has not arrived or failed to load. */
const isDataMissing = (router: AnyRouter, since: number): boolean =>
  queriesOf(router)
    ?.getQueryCache()
    .getAll()
    .some((query) => {
      const { data, fetchStatus, errorUpdatedAt } = query.state;
      return !query.isActive() && data === undefined && (fetchStatus === 'fetching' || errorUpdatedAt >= since);
    }) === true;

const linkAt = (target: EventTarget | null) => (target instanceof Element ? target.closest('a') : null);
/** The link that a click on this table row opens (design/table/row-press.ts). */
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
 * Once a page is idle, prefetches the code of the pages that its navigation and rows link to, one after the other, and of pages
 * that follow without a link: settings open their first page, a session ends on sign-in, and sign-in opens the overview. Their
 * data is prefetched when a link is hovered or focused.
 */
export function preloadPlaces(router: AnyRouter): void {
  router.subscribe('onRendered', () => {
    if (!navigator.onLine) return;
    // If prefetching fails, opening the page loads the code again and shows the error.
    whenIdle(() => void loadPlaces(router).catch(() => undefined));
  });
}

async function loadPlaces(router: AnyRouter): Promise<void> {
  const links = document.querySelectorAll<HTMLAnchorElement>('nav a[href], tbody tr:first-child a.row-link');
  const next = window.location.pathname.startsWith('/auth/') ? ['/'] : ['/settings/account-settings', '/auth/signin'];
  for (const pathname of [...[...links].map((link) => link.pathname), ...next]) {
    const [routes] = router.getMatchedRoutes(pathname);
    for (const route of routes) {
      const page = route.options.component as { preload?: () => Promise<void> } | undefined;
      await page?.preload?.();
    }
  }
}
