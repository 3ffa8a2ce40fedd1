import { endTwoFactor, renewRecoveryCodes } from '@volume/contract/own-security.ts';
import { useState } from 'react';
import { Dialog } from '#design/overlay/dialog.tsx';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { useWrite } from '#platform/writes/use-write.ts';
import { call } from '#platform/provider-api.ts';
import { SavedCodes } from './factor-dialog.tsx';
import { toast } from '#design/overlay/toast.ts';

/** Ten new recovery codes in place of the old ones. */
export function RenewCodesDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const write = useWrite(
    (_: object, { stepUp }) => call(renewRecoveryCodes, { stepUp }),
    ({ recoveryCodes }) => setCodes(recoveryCodes),
  );
  if (codes) {
    return (
      <Dialog isOpen={isOpen} onClose={onClose} canClose={false} title="Save your recovery codes">
        <SavedCodes codes={codes} onSaved={onClose} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      {...{ isOpen, onClose, write }}
      title="Create new recovery codes?"
      description="You’ll get ten new codes. Your current codes will stop working."
      action="Create new codes"
      onConfirm={() => write.run({})}
      undone="Your codes were not changed."
    />
  );
}

/** Taking the own second factor away, after the question who it is. */
export function EndTwoFactorDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const write = useWrite(
    (_: object, { stepUp }) => call(endTwoFactor, { stepUp }),
    () => {
      toast.good('Second factor removed');
      onClose();
    },
  );
  return (
    <ConfirmDialog
      {...{ isOpen, onClose, write }}
      title="Remove the second factor?"
      description="Your account will be protected by your password only. Your recovery codes and passkeys will stop working."
      action="Remove"
      isDangerous
      onConfirm={() => write.run({})}
      undone="Your second factor was not removed."
    />
  );
}
