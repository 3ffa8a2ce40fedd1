import { createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '#platform/search-text.ts';
import { LateRouteError } from '#shell/states/late-route-error.tsx';
import type { RouterContext } from './router-context.ts';

/** The router's options, whatever the tree of routes is. */
export const routerOptions = {
  parseSearch,
  stringifySearch,
  // Loaded with what follows the first paint: waiting is felt later than that. Where it does not come, nothing turns.
  defaultPendingComponent: lazyRouteComponent(
    () => import('#shell/states/pending.tsx').catch(() => ({ Pending: () => null })),
    'Pending',
  ),
  defaultPendingMs: 300,
  defaultPendingMinMs: 200,
  defaultErrorComponent: LateRouteError,
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
