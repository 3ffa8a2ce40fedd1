import type { User } from '@volume/contract/merchants/account.ts';
import { disableUser, enableUser, resendInvitation, resetTwoFactor } from '@volume/contract/users/users.ts';
import { toast } from '#design/overlay/toast.ts';
import { rolesLabel, userName } from '#features/users/user-labels.ts';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { call } from '#platform/provider-api.ts';
import { useUserWrite } from '#features/users/users-query.ts';
import { noMailHere } from '#platform/calls/demo.ts';

export type UserAction = 'disable' | 'enable' | 'invite' | 'reset-factor';

interface SwitchUserDialogProps {
  merchantId: string;
  user: User;
  action: UserAction;
  isOpen: boolean;
  onClose: () => void;
}

export function SwitchUserDialog({ merchantId, user, action, isOpen, onClose }: SwitchUserDialogProps) {
  const { done, ...texts } = dialogTexts(action, user);
  const { userId } = user;
  const write = useUserWrite(
    merchantId,
    (asked: UserAction, stepUp) => {
      if (asked === 'invite') return call(resendInvitation, { params: { merchantId, userId }, stepUp });
      if (asked === 'reset-factor') return call(resetTwoFactor, { params: { userId }, stepUp });
      return call(asked === 'disable' ? disableUser : enableUser, { params: { userId }, stepUp });
    },
    () => {
      toast.good(done, user.email);
      onClose();
    },
  );
  return (
    <ConfirmDialog
      {...{ isOpen, onClose, write, ...texts }}
      isDangerous={action === 'disable' || action === 'reset-factor'}
      onConfirm={() => write.run(action)}
    />
  );
}

function dialogTexts(action: UserAction, user: User) {
  const name = <bdi>{userName(user)}</bdi>;
  const isPending = user.invitation === 'PENDING';
  if (action === 'invite') {
    return {
      title: <>Resend the invitation to {name}?</>,
      description: (
        <>
          We’ll email a new link to <bdi>{user.email}</bdi>. The previous link will stop working.
          {noMailHere}
        </>
      ),
      action: 'Resend invitation',
      done: 'Invitation resent',
      undone: 'No email was sent.',
    };
  }
  if (action === 'reset-factor') {
    return {
      title: <>Reset the second factor of {name}?</>,
      description: `For someone who has lost their authenticator and recovery codes. They will be signed out of all devices and can sign in with their password only until they set up a second factor again. We’ll email them and your administrators.${noMailHere} Make sure the request really comes from them.`,
      action: 'Reset second factor',
      done: 'Second factor reset',
      undone: 'Their second factor was not reset.',
    };
  }
  if (action === 'enable') {
    return {
      title: <>Enable {name}?</>,
      description: isPending
        ? 'Their old invitation link no longer works. Resend the invitation once they are enabled.'
        : `They can sign in again with the same password and second factor. Roles: ${rolesLabel(user.roles)}.`,
      action: `Enable ${userName(user)}`,
      done: 'User enabled',
      undone: 'The user is still disabled.',
    };
  }
  return {
    title: <>Disable {name}?</>,
    description: isPending
      ? 'Their invitation link will stop working. You can enable and invite them again at any time.'
      : 'They will be signed out of all devices and can’t sign in. Their activity stays on record. You can enable them again at any time.',
    action: `Disable ${userName(user)}`,
    done: 'User disabled',
    undone: 'The user is still enabled.',
  };
}
