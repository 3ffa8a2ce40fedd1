import type { MerchantAccount } from '@volume/contract/merchant-account.ts';
import { disableAccount, enableAccount, resendInvitation, resetTwoFactor } from '@volume/contract/users.ts';
import { Button } from '#design/controls/button.tsx';
import { toast } from '#design/overlay/toast.ts';
import { rolesInWords } from '#features/users/role-words.ts';
import { userName } from '#features/users/user-words.ts';
import { call } from '#platform/provider-api.ts';
import { ProofDialog } from '#screen/proof/proof-dialog.tsx';
import { useUserWrite } from './use-user-write.ts';

export type UserDeed = 'disable' | 'enable' | 'invite' | 'reset-factor';

interface SwitchUserDialogProps {
  merchantId: string;
  user: MerchantAccount;
  deed: UserDeed;
  isOpen: boolean;
  onClose: () => void;
}

/** Disabling, enabling or inviting somebody again, or resetting what they lost, with its consequences told before it is done. */
export function SwitchUserDialog({ merchantId, user, deed, isOpen, onClose }: SwitchUserDialogProps) {
  const words = wordsOf(deed, user);
  const { userId } = user;
  const write = useUserWrite(
    merchantId,
    (asked: UserDeed, stepUp) => {
      if (asked === 'invite') return call(resendInvitation, { params: { merchantId, userId }, stepUp });
      if (asked === 'reset-factor') return call(resetTwoFactor, { params: { userId }, stepUp });
      return call(asked === 'disable' ? disableAccount : enableAccount, { params: { userId }, stepUp });
    },
    () => {
      toast.good(words.done, user.email);
      onClose();
    },
  );
  return (
    <ProofDialog
      {...{ isOpen, onClose, write }}
      title={words.title}
      description={words.consequences}
      deed={words.press}
      undone={words.undone}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={deed === 'disable' || deed === 'reset-factor' ? 'danger' : 'primary'}
            busy={write.isBusy}
            onClick={() => write.run(deed)}
          >
            {words.press}
          </Button>
        </>
      }
    />
  );
}

function wordsOf(deed: UserDeed, user: MerchantAccount) {
  const name = userName(user);
  const isPending = user.invitation === 'PENDING';
  if (deed === 'invite') {
    return {
      title: `Invite ${name} again?`,
      consequences: `A new link goes to ${user.email}. The link before it stops working.`,
      press: 'Send invitation',
      done: 'Invitation sent again',
      undone: 'No mail was sent.',
    };
  }
  if (deed === 'reset-factor') {
    return {
      title: `Reset the second factor of ${name}?`,
      consequences:
        'For somebody who lost their authenticator and recovery codes. They are signed out everywhere, and their password alone signs them in until they set up a second factor again. They and your administrators get an email. Make sure that it is them who ask.',
      press: 'Reset second factor',
      done: 'Second factor reset',
      undone: 'Their second factor stays.',
    };
  }
  if (deed === 'enable') {
    return {
      title: `Enable ${name}?`,
      consequences: isPending
        ? 'They can be invited again: the link they had does not work any more.'
        : `They can sign in again, with the password and second factor they had. Roles: ${rolesInWords(user.roles)}.`,
      press: `Enable ${name}`,
      done: 'User enabled',
      undone: 'They stay disabled.',
    };
  }
  return {
    title: `Disable ${name}?`,
    consequences: isPending
      ? 'The link in their invitation stops working. They can be enabled and invited again at any time.'
      : 'They are signed out everywhere with their next click and cannot sign in. What they did stays on record, and they can be enabled again at any time.',
    press: `Disable ${name}`,
    done: 'User disabled',
    undone: 'They stay enabled.',
  };
}
