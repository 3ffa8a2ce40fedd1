import { type AnyRouter, Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { environmentLabel } from '@volume/contract/environment.ts';
import { EnvironmentLine } from '#design/brand/brand.tsx';
import { Toaster } from '#design/overlay/toaster.tsx';
import { readSettings } from '#platform/settings.ts';
import { useIsOnline } from '#shell/states/use-is-online.ts';
import { isAnalysed, isMonitored } from '#platform/telemetry/is-watched.ts';
import { currentPage, titlePage } from '#platform/document-title.ts';
import { Icon } from '#design/icon.tsx';
import WifiOff from 'lucide/dist/esm/icons/wifi-off.mjs';

/** What stands around every page: the environment's line, the skip link, the toaster and the announcements. */
export function RootLayout() {
  const router = useRouter();
  useEffect(() => watchPages(router), [router]);
  return (
    <>
      <a
        href="#main"
        className="absolute top-2 left-2 z-30 -translate-y-16 rounded bg-ink px-3 py-2 text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <EnvironmentLine environment={environmentLabel(readSettings().apiBaseUrl)} />
      <Outlet />
      <RouteAnnouncer />
      <OfflineNotice />
      <Toaster />
    </>
  );
}

let watched: AnyRouter | undefined;

/** Tells monitoring and analytics, where they are on, which page is shown: by its name. Begun once; they pause with the session. */
function watchPages(router: AnyRouter): void {
  const settings = readSettings();
  const { hostname } = window.location;
  if (watched === router || !(isMonitored(settings, hostname) || isAnalysed(settings, hostname))) return;
  watched = router;
  void import('#platform/telemetry/start-telemetry.ts').then(({ startTelemetry }) => {
    const { viewed } = startTelemetry();
    viewed(currentPage(router));
    router.subscribe('onRendered', ({ pathChanged }) => {
      if (pathChanged) viewed(currentPage(router));
    });
  });
}

/** Says that the device is offline, for as long as it is. */
function OfflineNotice() {
  const isOnline = useIsOnline();
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-4 z-20 grid justify-items-center px-4">
      {!isOnline && (
        <p className="m-0 flex items-center gap-2 rounded bg-ink px-3 py-2 text-paper shadow-float">
          <Icon of={WifiOff} /> You are offline. Information may be out of date.
        </p>
      )}
    </div>
  );
}

/** On every new page: its title, its name said to screen readers, and focus on its heading. */
function RouteAnnouncer() {
  const router = useRouter();
  const [said, setSaid] = useState('');
  useEffect(() => {
    titlePage(currentPage(router));
    return router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      const page = currentPage(router);
      titlePage(page);
      if (!fromLocation || !pathChanged) return;
      setSaid(page);
      focusHeading();
    });
  }, [router]);
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  );
}

let stopWaiting = (): void => undefined;

/** A page that waits for its first data has no heading yet: it gets the focus when it comes, if nothing else took it meanwhile. */
function focusHeading(): void {
  stopWaiting();
  if (focusNow()) return;
  const before = document.activeElement;
  const watcher = new MutationObserver(() => {
    const isFree = [before, document.body, null].includes(document.activeElement);
    if (!isFree || focusNow()) stopWaiting();
  });
  stopWaiting = () => watcher.disconnect();
  watcher.observe(document.body, { childList: true, subtree: true });
}

/** True when it is settled where the focus is. */
function focusNow(): boolean {
  // A screen that put the focus somewhere itself keeps it: sign-in into its field, a list on the row one comes back to.
  if (document.activeElement instanceof HTMLInputElement || document.activeElement?.matches('.row-link')) return true;
  const heading = document.querySelector('h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.style.outline = 'none';
  heading.focus({ preventScroll: true });
  return true;
}
