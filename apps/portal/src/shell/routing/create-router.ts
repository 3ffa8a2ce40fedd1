import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '#platform/search-text.ts';
import { NotFoundText, Pending, RouteError } from '#shell/states/route-states.tsx';
import type { RouterContext } from './guards.ts';

/** The router's options, the same for every route tree. */
export const routerOptions = {
  parseSearch,
  stringifySearch,
  defaultPendingComponent: Pending,
  defaultPendingMs: 300,
  defaultPendingMinMs: 200,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFoundText,
  notFoundMode: 'root',
  scrollRestoration: true,
  // The query cache decides which data is fresh.
  defaultPreloadStaleTime: 0,
} as const;

type Tree = NonNullable<Parameters<typeof createRouter>[0]['routeTree']>;

/** Rewrites the address of the page in our own encoding, because a form sent by the browser contains `+`, empty parameters and repeated ones. */
export function rewriteAddress(): void {
  const { location, history } = window;
  const search = stringifySearch(parseSearch(location.search));
  if (search !== location.search) history.replaceState(history.state, '', location.pathname + search + location.hash);
}

export function createPortalRouter<const T extends Tree>(routeTree: T, context: RouterContext) {
  return createRouter({ ...routerOptions, routeTree, context: context as never });
}
