import { signOutEverywhere } from '@volume/contract/own-security.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { useWrite } from '#platform/writes/use-write.ts';
import { call } from '#platform/provider-api.ts';
import { clearSession } from '#platform/session/session.ts';
import { WriteRefusal } from '#forms/write-refusal.tsx';
import { SettingLine } from './setting-line.tsx';

/** Ending every session of the own account, this one too. */
export function SessionsLine() {
  const [isOpen, setIsOpen] = useState(false);
  const { run, isBusy, refusal, reset } = useWrite(
    () => call(signOutEverywhere),
    () => clearSession(),
  );
  const leave = () => {
    reset();
    setIsOpen(false);
  };
  return (
    <SettingLine label="Sessions" detail="Sign out of all devices, including this one.">
      <Button onClick={() => setIsOpen(true)}>Sign out everywhere…</Button>
      <Dialog
        isOpen={isOpen}
        onClose={leave}
        canClose={!isBusy}
        title="Sign out everywhere?"
        description="You’ll be signed out of all devices, including this one. Password links we’ve emailed you will stop working."
        footer={
          <>
            <Button variant="quiet" onClick={leave}>
              Cancel
            </Button>
            <Button variant="danger" busy={isBusy} onClick={() => run({})}>
              Sign out everywhere
            </Button>
          </>
        }
      >
        {refusal && <WriteRefusal refusal={refusal} undone="No device was signed out." />}
      </Dialog>
    </SettingLine>
  );
}
