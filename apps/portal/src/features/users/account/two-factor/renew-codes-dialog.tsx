import { renewRecoveryCodes } from '@volume/contract/own-security.ts';
import { useState } from 'react';
import { Dialog } from '#design/overlay/dialog.tsx';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { useWrite } from '#platform/writes/use-write.ts';
import { call } from '#platform/provider-api.ts';
import { SavedCodes } from './saved-codes.tsx';

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
