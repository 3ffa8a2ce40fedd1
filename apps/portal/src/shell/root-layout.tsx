import { type AnyRouter, Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { environmentLabel } from '@volume/contract/environment.ts';
import { EnvironmentLine } from '#design/brand/brand.tsx';
import { Toaster } from '#design/overlay/toaster.tsx';
import { readSettings } from '#platform/settings.ts';
import { useIsOnline } from '#shell/states/use-is-online.ts';
import { RouteAnnouncer } from './routing/route-announcer.tsx';
import { isAnalysed, isMonitored } from '#platform/telemetry/is-watched.ts';
import { currentPage } from '#platform/document-title.ts';
import WifiOff from 'lucide-react/icons/wifi-off';

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
          <WifiOff aria-hidden="true" /> You are offline. Information may be out of date.
        </p>
      )}
    </div>
  );
}
