import { beginTwoFactor } from '@volume/contract/own-security.ts';
import { getTwoFactorSetUp } from '@volume/contract/session.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { toast } from '#design/overlay/toast.ts';
import { ProofDialog } from '#features/users/account/proof-dialog.tsx';
import { useMoneyWrite } from '#platform/money/use-money-write.ts';
import { call } from '#platform/provider-api.ts';
import { ConfirmForm, type SetUp } from './confirm-form.tsx';
import { KeptCodes } from './kept-codes.tsx';

interface SetUpDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Another authenticator is there, and goes on until this one is proved. */
  isReplacing: boolean;
}

/** Setting up an authenticator, step by step: who it is, the secret and its proof, the recovery codes. */
export function SetUpDialog({ isOpen, onClose, isReplacing }: SetUpDialogProps) {
  const [setUp, setSetUp] = useState<SetUp>();
  const [codes, setCodes] = useState<readonly string[]>();
  const write = useMoneyWrite(async (_: object, { stepUp }) => {
    const params = await call(beginTwoFactor, { stepUp });
    return { ...params, ...(await call(getTwoFactorSetUp, { params })) };
  }, setSetUp);
  const finish = () => {
    toast.good('Your authenticator is set up');
    onClose();
  };
  if (codes) {
    return (
      <Dialog isOpen={isOpen} onClose={onClose} canClose={false} title="Keep your recovery codes">
        <KeptCodes codes={codes} onKept={finish} />
      </Dialog>
    );
  }
  const title = isReplacing ? 'Replace your authenticator' : 'Set up an authenticator';
  if (setUp) {
    return (
      <Dialog isOpen={isOpen} onClose={onClose} title={title} description={`Add ${setUp.email} to the app.`}>
        <ConfirmForm setUp={setUp} onConfirmed={setCodes} onCancel={onClose} />
      </Dialog>
    );
  }
  return (
    <ProofDialog
      {...{ isOpen, onClose, write, title }}
      description={
        isReplacing
          ? 'The app you use now works until the new one is proved by a code. You get new recovery codes.'
          : 'You need an authenticator app on your phone or computer. Signing in then takes your password and a code from it.'
      }
      deed="Continue"
      undone="Nothing was changed."
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Not now</Button>
        <Button variant="primary" busy={write.isBusy} onClick={() => write.run({})}>
          Continue
        </Button>
      </div>
    </ProofDialog>
  );
}
