import type { User } from '@volume/contract/merchants/account.ts';
import { Menu, type OpenMenu } from '#design/overlay/menu.tsx';
import type { MenuEntry } from '#design/overlay/menu-entry.ts';
import type { UserAction } from './actions/switch-user-dialog.tsx';
import { useManager, manageDisabledReason, resetFactorDisabledReason, switchDisabledReason } from './user-guards.ts';

export type AskedAction = UserAction | 'edit';

interface UserMenuProps {
  user: User;
  users: readonly User[];
  /** False where the deployment lacks the endpoint (contract §9); also `canResetFactor`. */
  canInviteAgain: boolean;
  canResetFactor: boolean;
  onAsk: (action: AskedAction) => void;
  menu: OpenMenu;
}

export function UserMenu({ user, users, canInviteAgain, canResetFactor, onAsk, menu }: UserMenuProps) {
  const entry = (action: AskedAction, label: string, disabledReason?: string): MenuEntry => ({
    id: action,
    label,
    disabledReason,
    onSelect: () => onAsk(action),
    tone: action === 'disable' || action === 'reset-factor' ? 'bad' : undefined,
  });
  const manager = useManager();
  const reason = manageDisabledReason(manager);
  const isWaiting = user.enabled && user.invitation === 'PENDING';
  const disabledReason = switchDisabledReason(user, users, manager);
  return (
    <Menu
      {...menu}
      entries={[
        entry('edit', 'Edit…', reason),
        ...(isWaiting && canInviteAgain ? [entry('invite', 'Resend invitation…', reason)] : []),
        ...(user.twoFactorEnabled && canResetFactor
          ? [entry('reset-factor', 'Reset second factor…', resetFactorDisabledReason(user, manager))]
          : []),
        user.enabled ? entry('disable', 'Disable…', disabledReason) : entry('enable', 'Enable…', disabledReason),
      ]}
    />
  );
}
