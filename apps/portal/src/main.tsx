import '#design/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { applyPreferences, watchPreferences } from '#platform/preferences.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { readSession, watchOtherTabs } from '#platform/session.ts';
import { readSettings, SettingsError } from '#platform/settings.ts';
import { createPortalRouter } from '#shell/routing/create-router.ts';
import { followLinks } from '#shell/routing/link-clicks.ts';
import { followSession } from '#shell/session/follow-session.ts';
import { keepSession } from '#shell/session/keep-session.ts';
import { FatalBoundary } from '#shell/states/fatal-boundary.tsx';
import { FatalPage } from '#shell/states/fatal-page.tsx';
import { routeTree } from './routeTree.gen.ts';

const root = createRoot(document.getElementById('root') ?? document.body);

applyPreferences();
watchPreferences();
try {
  start();
} catch (error) {
  root.render(<FatalPage error={error} detail={error instanceof SettingsError ? error.message : undefined} />);
}

function start(): void {
  const queryClient = createQueryClient();
  const router = createPortalRouter(routeTree, { queryClient, session: () => readSession(), settings: readSettings() });
  watchOtherTabs();
  followSession(router, queryClient);
  followLinks(router);
  keepSession();
  root.render(
    <FatalBoundary>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </FatalBoundary>,
  );
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter<typeof routeTree>>;
  }
}
