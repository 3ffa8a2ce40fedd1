import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';
import { RootLayout } from '#shell/root-layout.tsx';
import type { RouterContext } from '#shell/routing/router-context.ts';

export const Route = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
  errorComponent: lazyRouteComponent(() => import('#shell/states/default-error.tsx'), 'DefaultError'),
  notFoundComponent: lazyRouteComponent(() => import('#shell/states/not-found.tsx'), 'NotFoundPage'),
});
