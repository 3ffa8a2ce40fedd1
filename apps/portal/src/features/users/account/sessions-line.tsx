import { signOutEverywhere } from '@volume/contract/own-security.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Refusal } from '#design/feedback/refusal.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { useMoneyWrite } from '#platform/money/use-money-write.ts';
import { call } from '#platform/provider-api.ts';
import { clearSession } from '#platform/session.ts';
import { SettingLine } from './setting-line.tsx';

/** Ending every session of the own account, this one too. */
export function SessionsLine() {
  const [isOpen, setIsOpen] = useState(false);
  const { run, isBusy, refusal, reset } = useMoneyWrite(
    () => call(signOutEverywhere),
    () => clearSession(),
  );
  const leave = () => {
    reset();
    setIsOpen(false);
  };
  return (
    <SettingLine label="Sessions" detail="Ends every session of yours on every device, this one too.">
      <Button onClick={() => setIsOpen(true)}>Sign out everywhere…</Button>
      <Dialog
        isOpen={isOpen}
        onClose={leave}
        canClose={!isBusy}
        title="Sign out everywhere?"
        description="Every device is signed out with its next click, and this one at once. Links that were mailed to you stop working."
        footer={
          <>
            <Button variant="quiet" onClick={leave}>
              Stay signed in
            </Button>
            <Button variant="danger" busy={isBusy} onClick={() => run({})}>
              Sign out everywhere
            </Button>
          </>
        }
      >
        {refusal && (
          <Refusal message={refusal.message} traceId={refusal.traceId}>
            {refusal.isUnknown ? 'Whether it was done is not known; trying again is safe.' : 'Nobody was signed out.'}
          </Refusal>
        )}
      </Dialog>
    </SettingLine>
  );
}
