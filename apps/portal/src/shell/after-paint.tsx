import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { KeysHost } from './keys/keys-host.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { PaletteHost } from './palette/palette-host.tsx';
import { RouteAnnouncer } from './routing/route-announcer.tsx';
import { watchPages } from './routing/watch-pages.ts';
import { OtherTabDialog } from './session/other-tab-dialog.tsx';
import { SessionKeeper } from './session/session-keeper.tsx';

/** Where it is needed the network may be what fails. */
function bringErrorCard(): void {
  import('./states/route-error.tsx').catch(() => undefined);
}

/** What the first paint does not need: announcements, notices, renewal, keys. Loaded right after it. */
export function AfterPaint() {
  const router = useRouter();
  useEffect(() => watchPages(router), [router]);
  useEffect(bringErrorCard, []);
  return (
    <>
      <RouteAnnouncer />
      <OfflineNotice />
      <OtherTabDialog />
      <PaletteHost />
      <KeysHost />
      <SessionKeeper />
    </>
  );
}
