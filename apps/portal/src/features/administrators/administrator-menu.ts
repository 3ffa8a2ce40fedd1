import type { Administrator } from '@volume/contract/administrators/administrators.ts';
import type { MenuEntry } from '#design/overlay/menu-entry.ts';
import { disableDisabledReason, resetDisabledReason } from './administrator-labels.ts';
import type { AdministratorAction } from './change-texts.tsx';

interface MenuOptions {
  /** Why changes are not allowed; undefined when they are. */
  disabledReason: string | undefined;
  onAsk: (action: AdministratorAction) => void;
}

/** What can be done with an administrator. */
export function administratorEntries(
  administrator: Administrator,
  all: readonly Administrator[],
  { disabledReason, onAsk }: MenuOptions,
): MenuEntry[] {
  const { enabled, invitation, twoFactor } = administrator;
  const entry = (id: AdministratorAction, label: string, reason?: string): MenuEntry => ({
    id,
    label,
    disabledReason: disabledReason ?? reason,
    onSelect: () => onAsk(id),
    tone: id === 'enable' || id === 'resend' ? undefined : 'bad',
  });
  return invitation === 'PENDING'
    ? [
        enabled ? entry('resend', 'Resend invitation…') : entry('enable', 'Enable…'),
        entry('withdraw-invitation', 'Withdraw invitation…'),
      ]
    : [
        ...(twoFactor === 'NONE'
          ? []
          : [entry('reset', 'Reset second factor…', resetDisabledReason(administrator, all))]),
        enabled ? entry('disable', 'Disable…', disableDisabledReason(administrator, all)) : entry('enable', 'Enable…'),
      ];
}
