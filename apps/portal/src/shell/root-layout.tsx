import { type AnyRouter, Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { environmentLabel } from '@volume/contract/portal/environment.ts';
import { EnvironmentLine } from '#design/brand/brand.tsx';
import { useWaitingSentence } from '#design/overlay/when-online.ts';
import { Toaster } from '#design/overlay/toaster.tsx';
import { readSettings } from '#platform/settings.ts';
import { useIsOnline } from '#shell/states/use-is-online.ts';
import { isAnalysed, isMonitored } from '#platform/telemetry/is-watched.ts';
import { currentPage, titlePage } from '#platform/document-title.ts';
import { Icon } from '#design/icon.tsx';
import WifiOff from 'lucide/dist/esm/icons/wifi-off.mjs';

/** The parts around every page: environment line, skip link, toaster and announcements. */
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

/**
 * Reports page views by name to monitoring and analytics, where they are enabled. Started once; both pause with the
 * session.
 */
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

function OfflineNotice() {
  const isOnline = useIsOnline();
  const waiting = useWaitingSentence();
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-4 z-20 grid justify-items-center px-4">
      {!isOnline && (
        <p className="m-0 flex items-center gap-2 rounded bg-ink px-3 py-2 text-paper shadow-float">
          <Icon of={WifiOff} /> You are offline. {waiting ?? 'Information may be out of date.'}
        </p>
      )}
    </div>
  );
}

/** On every new page: sets the title, announces it to screen readers, and focuses the heading. */
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

/**
 * A page that is still loading has no heading yet: it gets the focus when it appears, unless something else was focused
 * in the meantime.
 */
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

/** True when nothing is left to focus. */
function focusNow(): boolean {
  // A screen that focused something itself keeps it: the field on sign-in, or the row that the user came back from.
  if (document.activeElement instanceof HTMLInputElement || document.activeElement?.matches('.row-link')) return true;
  const heading = document.querySelector('h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.style.outline = 'none';
  heading.focus({ preventScroll: true });
  return true;
}
