import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { FatalBoundary } from './states/fatal-page.tsx';

/** The whole portal. The build prerenders it and the browser takes it over, so both use this one tree. */
export function Portal({ router }: { router: AnyRouter }) {
  return (
    <FatalBoundary>
      <RouterProvider router={router} />
    </FatalBoundary>
  );
}
