import {
  confirmAdministratorProposal,
  disableAdministrator,
  enableAdministrator,
  resendAdministratorInvitation,
  resetAdministratorTwoFactor,
  withdrawAdministratorInvitation,
  withdrawAdministratorProposal,
} from '@volume/contract/administrators/administrators.ts';
import { toast } from '#design/overlay/toast.ts';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { call } from '#platform/provider-api.ts';
import type { AskedOfAdministrator } from './administrator-list.tsx';
import { useAdministratorWrite } from './administrators-query.ts';
import { type AdministratorAction, changeTexts } from './change-texts.tsx';

interface ChangeDialogProps extends AskedOfAdministrator {
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before a change of an administrator, or before a proposal is confirmed or withdrawn. */
export function ChangeDialog({ administrator, action, isOpen, onClose }: ChangeDialogProps) {
  const { done, ...texts } = changeTexts(action, administrator);
  const write = useAdministratorWrite(
    (asked: Asked, stepUp) => send(asked, stepUp),
    () => {
      toast.good(done, administrator.email);
      onClose();
    },
  );
  const { administratorId, proposal } = administrator;
  return (
    <ConfirmDialog
      {...{ isOpen, onClose, write, ...texts }}
      onConfirm={() => write.run({ action, administratorId, proposalId: proposal?.proposalId ?? '' })}
    />
  );
}

interface Asked {
  action: AdministratorAction;
  administratorId: string;
  proposalId: string;
}

function send({ action, administratorId, proposalId }: Asked, stepUp: string | undefined): Promise<unknown> {
  const one = { params: { administratorId }, stepUp };
  const proposal = { params: { administratorId, proposalId }, stepUp };
  switch (action) {
    case 'disable':
      return call(disableAdministrator, one);
    case 'enable':
      return call(enableAdministrator, one);
    case 'reset':
      return call(resetAdministratorTwoFactor, one);
    case 'resend':
      return call(resendAdministratorInvitation, one);
    case 'withdraw-invitation':
      return call(withdrawAdministratorInvitation, one);
    case 'confirm':
      return call(confirmAdministratorProposal, proposal);
    case 'withdraw':
      return call(withdrawAdministratorProposal, proposal);
  }
}
