import { createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '#platform/search-text.ts';
import { Pending } from '#shell/states/pending.tsx';
import { RouteError } from '#shell/states/route-error.tsx';
import type { RouterContext } from './router-context.ts';

/** The router's options, whatever the tree of routes is. */
export const routerOptions = {
  parseSearch,
  stringifySearch,
  defaultPendingComponent: Pending,
  defaultPendingMs: 300,
  defaultPendingMinMs: 200,
  // Never late: where it is needed the network may be what fails.
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: lazyRouteComponent(() => import('#shell/states/not-found.tsx'), 'NotFoundText'),
  notFoundMode: 'root',
  scrollRestoration: true,
  // The query cache decides what is fresh.
  defaultPreloadStaleTime: 0,
} as const;

type Tree = NonNullable<Parameters<typeof createRouter>[0]['routeTree']>;

export function createPortalRouter<const T extends Tree>(routeTree: T, context: RouterContext) {
  return createRouter({ ...routerOptions, routeTree, context: context as never });
}
