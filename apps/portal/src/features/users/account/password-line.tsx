import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { lazyDialog } from '#design/overlay/lazy-dialog.tsx';
import { SettingLine } from './setting-line.tsx';

const PasswordDialog = lazyDialog(() => import('./password-dialog.tsx').then((module) => module.PasswordDialog));

/** Changing the own password, with its rules shown while it is typed. */
export function PasswordLine() {
  const [isOpen, setIsOpen] = useState(false);
  const [asked, setAsked] = useState(0);
  const open = () => {
    setAsked(asked + 1);
    setIsOpen(true);
  };
  return (
    <SettingLine label="Password" detail="Changing your password signs you out of all other devices.">
      <Button onClick={open}>Change password…</Button>
      <PasswordDialog key={asked} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </SettingLine>
  );
}
