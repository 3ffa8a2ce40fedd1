import { Outlet } from '@tanstack/react-router';
import { environmentLabel } from '@volume/contract/environment.ts';
import { EnvironmentLine } from '#design/brand/environment-line.tsx';
import { Toaster } from '#design/overlay/toaster.tsx';
import { readSettings } from '#platform/settings.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { RouteAnnouncer } from './routing/route-announcer.tsx';
import { OtherTabDialog } from './session/other-tab-dialog.tsx';

/** What stands around every page: the environment's line, the skip link, the toaster and the announcements. */
export function RootLayout() {
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
      <OtherTabDialog />
      <Toaster />
    </>
  );
}
