import { renewRecoveryCodes } from '@volume/contract/own-security.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { ProofDialog } from '#screen/proof/proof-dialog.tsx';
import { useWrite } from '#platform/writes/use-write.ts';
import { call } from '#platform/provider-api.ts';
import { KeptCodes } from './kept-codes.tsx';

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
        <KeptCodes codes={codes} onKept={onClose} />
      </Dialog>
    );
  }
  return (
    <ProofDialog
      {...{ isOpen, onClose, write }}
      title="Create new recovery codes?"
      description="You’ll get ten new codes. Your current codes will stop working."
      action="Create new codes"
      undone="Your codes were not changed."
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="primary" busy={write.isBusy} onClick={() => write.run({})}>
          Create new codes
        </Button>
      </div>
    </ProofDialog>
  );
}
