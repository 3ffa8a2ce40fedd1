import { signOutEverywhere } from '@volume/contract/own-security.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { call } from '#platform/provider-api.ts';
import { clearSession } from '#platform/session/session.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { SettingLine } from './setting-line.tsx';

/** Ending every session of the own account, this one too. */
export function SessionsLine() {
  const [isOpen, setIsOpen] = useState(false);
  const write = useWrite(
    () => call(signOutEverywhere),
    () => clearSession(),
  );
  return (
    <SettingLine label="Sessions" detail="Sign out of all devices, including this one.">
      <Button onClick={() => setIsOpen(true)}>Sign out everywhere…</Button>
      <ConfirmDialog
        {...{ isOpen, write }}
        onClose={() => setIsOpen(false)}
        title="Sign out everywhere?"
        description="You’ll be signed out of all devices, including this one. Password links we’ve emailed you will stop working."
        action="Sign out everywhere"
        isDangerous
        onConfirm={() => write.run({})}
        undone="No device was signed out."
      />
    </SettingLine>
  );
}
