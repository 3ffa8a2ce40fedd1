import { createRootRouteWithContext } from '@tanstack/react-router';
import { RootLayout } from '#shell/root-layout.tsx';
import type { RouterContext } from '#shell/routing/router-context.ts';
import { DefaultError } from '#shell/states/default-error.tsx';
import { NotFoundPage } from '#shell/states/not-found.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
  errorComponent: DefaultError,
  notFoundComponent: NotFoundPage,
});
