import '#design/theme.css';
import type { AnyRouter } from '@tanstack/react-router';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { applyPreferences, watchPreferences } from '#platform/preferences.ts';
import { adoptSession, watchOtherTabs } from '#platform/session/own-tab.ts';
import { forgetWork } from '#platform/session/forget-work.ts';
import { readSession, subscribeSession } from '#platform/session/session.ts';
import { readSettings, SettingsError } from '#platform/settings.ts';
import { createPortalRouter, rewriteAddress } from '#shell/routing/create-router.ts';
import { holdHistory } from '#shell/routing/history-moves.ts';
import { followLinks, preloadPlaces } from '#shell/routing/link-clicks.ts';
import { reloadWhenDeployed } from '#shell/routing/reload-when-deployed.ts';
import { Portal } from '#shell/portal.tsx';
import { FatalPage } from '#shell/states/fatal-page.tsx';
import { routeTree } from './routeTree.gen.ts';
import { toast } from '#design/overlay/toast.ts';
import { signInHref } from '#platform/hrefs.ts';

// Errors that an error view shows are already logged; React's own copy would only repeat them.
const rootOptions = { onCaughtError: () => undefined };
const place = document.getElementById('root') ?? document.body;
let root: Root | undefined;

/** True only in the demo build; in other builds the branch and its imports are removed. */
declare const __DEMO__: boolean;

applyPreferences();
watchPreferences();
// Privacy mode: the page stays hidden until this module has loaded.
if (document.documentElement.dataset['veil']) void import('#shell/privacy-mode/privacy-mode.ts');
if (__DEMO__) {
  void import('#demo/start-demo.tsx').then(({ startDemo }) => startDemo(draw)).then(start, showFatal);
} else {
  try {
    start();
  } catch (error) {
    showFatal(error);
  }
}

function draw(view: React.ReactNode): void {
  root ??= createRoot(place, rootOptions);
  root.render(view);
}

function showFatal(error: unknown): void {
  draw(<FatalPage error={error} detail={error instanceof SettingsError ? error.message : undefined} />);
}

function start(): void {
  window.isPortalRunning = true;
  rewriteAddress();
  holdHistory(() => router);
  const router = createPortalRouter(routeTree, { session: () => readSession(), settings: readSettings() });
  reloadWhenDeployed(router);
  watchOtherTabs();
  // The session may have ended while the browser was closed.
  if (readSession().kind === 'none') forgetWork();
  followSession(router);
  // Before the first render: a link followed by the browser would reload the whole portal.
  followLinks(router);
  preloadPlaces(router);
  const portal = <Portal router={router} />;
  if (root || !place.hasChildNodes()) return draw(portal);
  // The page is prerendered: React takes it over once its first render produces the same page.
  const { pathname } = router.latestLocation;
  void router.load().then(() => {
    if (router.state.location.pathname === pathname) {
      root = hydrateRoot(place, portal, rootOptions);
      return;
    }
    // Redirected, for example because another tab has signed in in the meantime.
    place.replaceChildren();
    draw(portal);
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter<typeof routeTree>>;
  }
}

/** When the session ends, in this tab or another, sign-in is shown (§8; quality, Security). */
function followSession(router: AnyRouter): () => void {
  const leave = (keepAddress: boolean): void => {
    router.clearCache();
    const { pathname, href } = router.latestLocation;
    const isOnSignIn = pathname.startsWith('/auth/');
    if (isOnSignIn && keepAddress) return;
    void router.navigate({ href: signInHref(keepAddress ? href : undefined), replace: true });
  };
  return subscribeSession((change) => {
    if (change.kind === 'signed-out') leave(change.keepAddress);
    if (change.kind !== 'elsewhere' || readSession().kind !== 'none') return;
    adoptSession();
    toast.bad('You were signed out in another tab.');
    leave(true);
  });
}
