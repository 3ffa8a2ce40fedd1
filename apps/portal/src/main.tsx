import '#design/theme.css';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { applyPreferences, watchPreferences } from '#platform/preferences.ts';
import { watchOtherTabs } from '#platform/session/own-tab.ts';
import { readSession } from '#platform/session/session.ts';
import { readSettings, SettingsError } from '#platform/settings.ts';
import { createPortalRouter } from '#shell/routing/create-router.ts';
import { followLinks } from '#shell/routing/link-clicks.ts';
import { reloadWhenDeployed } from '#shell/routing/reload-when-deployed.ts';
import { followSession } from '#shell/session/follow-session.ts';
import { FatalBoundary, LateFatalPage } from '#shell/states/fatal-boundary.tsx';
import { routeTree } from './routeTree.gen.ts';

// What an error view shows it has logged; React's own copy would only repeat it.
const root = createRoot(document.getElementById('root') ?? document.body, { onCaughtError: () => undefined });

/** True in the demo build alone; elsewhere the branch and all it would load fall away. */
declare const __DEMO__: boolean;

applyPreferences();
watchPreferences();
if (__DEMO__) {
  const show = (view: React.ReactNode): void => root.render(view);
  void import('#demo/start-demo.tsx').then(({ startDemo }) => startDemo(show)).then(start, showFatal);
} else {
  try {
    start();
  } catch (error) {
    showFatal(error);
  }
}

function showFatal(error: unknown): void {
  root.render(<LateFatalPage error={error} detail={error instanceof SettingsError ? error.message : undefined} />);
}

function start(): void {
  const router = createPortalRouter(routeTree, { session: () => readSession(), settings: readSettings() });
  reloadWhenDeployed(router);
  watchOtherTabs();
  followSession(router);
  // From the start: a link that the browser follows loads the whole portal anew.
  followLinks(router);
  root.render(
    <FatalBoundary>
      <RouterProvider router={router} />
    </FatalBoundary>,
  );
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter<typeof routeTree>>;
  }
}
