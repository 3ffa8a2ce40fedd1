import { KeysHost } from './keys/keys-host.tsx';
import { PaletteHost } from './palette/palette-host.tsx';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLazy } from '#design/overlay/use-lazy.ts';
import { ChangesKeeper } from './session/changes-keeper.tsx';
import { keepSession, type SessionWarning } from './session/keep-session.ts';
import { Button } from '#design/controls/button.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { hasChangedElsewhere } from '#platform/session/own-tab.ts';
import { readSession, subscribeSession } from '#platform/session/session.ts';

/** What goes along with every page of a session: renewal, other tabs, changes, keys, the palette. */
export function Watchers() {
  return (
    <>
      <OtherTabDialog />
      <PaletteHost />
      <KeysHost />
      <SessionKeeper />
      <ChangesKeeper />
    </>
  );
}

const loadDialog = () => import('./session/session-end-dialog.tsx').then((module) => module.SessionEndDialog);

/** Keeps the session alive while the person is active, and warns five minutes before it ends when they are not. */
function SessionKeeper() {
  const [warning, setWarning] = useState<SessionWarning | null>(null);
  const { part: SessionEndDialog, want } = useLazy(loadDialog);
  useEffect(() => keepSession(setWarning), []);
  useEffect(() => {
    if (warning !== null) want();
    // oxlint-disable-next-line react/exhaustive-deps -- asked for each time a warning comes
  }, [warning]);
  if (SessionEndDialog === null || warning === null) return null;
  return <SessionEndDialog key={warning.endsAt} warning={warning} />;
}

/** Says at once that another tab left the merchant or changed the person; until it is answered nothing can be written. */
function OtherTabDialog() {
  const isOpen = useSyncExternalStore(subscribeSession, isAnotherOpen);
  const goOn = () => window.location.assign('/');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={goOn}
      canClose={false}
      title="You’ve left this merchant or changed account"
      description="You did so in another tab of this browser. Nothing can be saved here until this tab follows."
      footer={
        <Button variant="primary" onClick={goOn}>
          Switch this tab
        </Button>
      }
    />
  );
}

const isAnotherOpen = (): boolean => hasChangedElsewhere() && readSession().kind !== 'none';
