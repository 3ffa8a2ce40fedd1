import { endTwoFactor } from '@volume/contract/own-security.ts';
import { Button } from '#design/controls/button.tsx';
import { toast } from '#design/overlay/toast.ts';
import { ProofDialog } from '#screen/proof/proof-dialog.tsx';
import { useWrite } from '#platform/writes/use-write.ts';
import { call } from '#platform/provider-api.ts';

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
    <ProofDialog
      {...{ isOpen, onClose, write }}
      title="Remove the second factor?"
      description="Your account will be protected by your password only. Your recovery codes will stop working."
      action="Remove"
      undone="Your second factor was not removed."
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" busy={write.isBusy} onClick={() => write.run({})}>
          Remove
        </Button>
      </div>
    </ProofDialog>
  );
}
