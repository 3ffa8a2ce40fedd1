import { endTwoFactor } from '@volume/contract/own-security.ts';
import { toast } from '#design/overlay/toast.ts';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
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
    <ConfirmDialog
      {...{ isOpen, onClose, write }}
      title="Remove the second factor?"
      description="Your account will be protected by your password only. Your recovery codes will stop working."
      action="Remove"
      isDangerous
      onConfirm={() => write.run({})}
      undone="Your second factor was not removed."
    />
  );
}
