import { changePassword } from '@volume/contract/own-security.ts';
import { passwordFaults, passwordFaultWords } from '@volume/contract/password-rules.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { PasswordField } from '#design/controls/password-field.tsx';
import { toast } from '#design/overlay/toast.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { call } from '#platform/provider-api.ts';
import { PasswordRules } from '#features/session/public.ts';
import { ProofDialog } from '#screen/proof/proof-dialog.tsx';
import { SettingLine } from './setting-line.tsx';

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

function PasswordDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const write = useWrite(
    (body: { password: string }, { stepUp }) => call(changePassword, { body, stepUp }),
    () => {
      toast.good('Password changed', 'You’ve been signed out of all other devices.');
      onClose();
    },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const [fault] = passwordFaults(password);
    const wrong = password === '' ? 'Password is required' : fault && `The password ${passwordFaultWords[fault]}`;
    setError(wrong);
    if (wrong === undefined) write.run({ password });
    else event.currentTarget.querySelector('input')?.focus();
  };
  return (
    <ProofDialog
      {...{ isOpen, onClose, write }}
      title="Change your password"
      action="Change password"
      undone="Your password was not changed."
    >
      <form noValidate onSubmit={submit} className="grid gap-3.5">
        <PasswordField
          label="New password"
          autoComplete="new-password"
          value={password}
          error={error}
          onChange={(event) => {
            setPassword(event.target.value);
            setError(undefined);
          }}
        />
        <PasswordRules password={password} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={write.isBusy}>
            Change password
          </Button>
        </div>
      </form>
    </ProofDialog>
  );
}
