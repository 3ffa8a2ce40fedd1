import { KeysHost } from './keys/keys-host.tsx';
import { PaletteHost } from './palette/palette-host.tsx';
import { memo, useEffect, useState, useSyncExternalStore } from 'react';
import { useLazy } from '#design/overlay/use-lazy.ts';
import { ChangesSubscriber } from './session/changes-subscriber.tsx';
import { keepSession, type SessionWarning } from './session/keep-session.ts';
import { Button } from '#design/controls/button.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { keepFocusAfterPresses } from '#design/overlay/keep-focus.ts';
import { hasChangedElsewhere } from '#platform/session/own-tab.ts';
import { readSession, subscribeSession } from '#platform/session/session.ts';

/** Everything that runs on each page of a session: renewal, other tabs, changes, shortcuts, the palette, the focus. */
export const Watchers = memo(function Watchers() {
  useEffect(keepFocusAfterPresses, []);
  return (
    <>
      <OtherTabDialog />
      <PaletteHost />
      <KeysHost />
      <SessionKeeper />
      <ChangesSubscriber />
    </>
  );
});

const loadDialog = () => import('./session/session-end-dialog.tsx').then((module) => module.SessionEndDialog);

/** Keeps the session alive while the user is active, and warns five minutes before it ends if they are not. */
function SessionKeeper() {
  const [warning, setWarning] = useState<SessionWarning | null>(null);
  const { part: SessionEndDialog, load } = useLazy(loadDialog);
  useEffect(() => keepSession(setWarning), []);
  useEffect(() => {
    if (warning !== null) load();
    // oxlint-disable-next-line react/exhaustive-deps -- loaded each time there is a warning
  }, [warning]);
  if (SessionEndDialog === null || warning === null) return null;
  return <SessionEndDialog key={warning.endsAt} warning={warning} />;
}

/**
 * Reports immediately that another tab left the merchant or changed the user; nothing can be written until the dialog
 * is answered.
 */
function OtherTabDialog() {
  const isOpen = useSyncExternalStore(subscribeSession, isAnotherOpen);
  const goOn = () => window.location.assign('/');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={goOn}
      canClose={false}
      title="You’ve left this merchant or changed account"
      description="You switched merchant in another tab. Switch this tab to keep saving."
      footer={
        <Button variant="primary" onClick={goOn}>
          Switch this tab
        </Button>
      }
    />
  );
}

const isAnotherOpen = (): boolean => hasChangedElsewhere() && readSession().kind !== 'none';
