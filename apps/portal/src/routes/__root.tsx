import { createRootRouteWithContext } from '@tanstack/react-router';
import { RootLayout } from '#shell/root-layout.tsx';
import { DefaultError, NotFoundPage } from '#shell/states/route-states.tsx';
import type { RouterContext } from '#shell/routing/guards.ts';

export const Route = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
  errorComponent: DefaultError,
  notFoundComponent: NotFoundPage,
});
