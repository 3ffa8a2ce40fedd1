import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';
import { RootLayout } from '#shell/root-layout.tsx';
import { LastError } from '#shell/states/late-route-error.tsx';
import type { RouterContext } from '#shell/routing/router-context.ts';

export const Route = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
  errorComponent: lazyRouteComponent(
    () => import('#shell/states/default-error.tsx').catch(() => ({ DefaultError: LastError })),
    'DefaultError',
  ),
  notFoundComponent: lazyRouteComponent(() => import('#shell/states/not-found.tsx'), 'NotFoundPage'),
});
