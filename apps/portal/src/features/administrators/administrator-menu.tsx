import type { Administrator } from '@volume/contract/administrators/administrators.ts';
import { Icon } from '#design/icon.tsx';
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs';
import { MenuButton } from '#design/overlay/menu-button.tsx';
import type { MenuEntry } from '#design/overlay/menu-entry.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { disableDisabledReason, personName, resetDisabledReason } from './administrator-labels.ts';
import type { AdministratorAction } from './change-texts.tsx';

interface AdministratorMenuProps {
  administrator: Administrator;
  all: readonly Administrator[];
  onAsk: (action: AdministratorAction) => void;
}

export function AdministratorMenu({ administrator, all, onAsk }: AdministratorMenuProps) {
  const readOnly = useChangeDisabledReason();
  const { enabled, invitation, twoFactor } = administrator;
  const entry = (id: AdministratorAction, label: string, reason?: string): MenuEntry => ({
    id,
    label,
    disabledReason: readOnly ?? reason,
    onSelect: () => onAsk(id),
    tone: id === 'enable' || id === 'resend' ? undefined : 'bad',
  });
  const entries =
    invitation === 'PENDING'
      ? [
          enabled ? entry('resend', 'Resend invitation…') : entry('enable', 'Enable…'),
          entry('withdraw-invitation', 'Withdraw invitation…'),
        ]
      : [
          ...(twoFactor === 'NONE'
            ? []
            : [entry('reset', 'Reset second factor…', resetDisabledReason(administrator, all))]),
          enabled
            ? entry('disable', 'Disable…', disableDisabledReason(administrator, all))
            : entry('enable', 'Enable…'),
        ];
  return (
    <MenuButton
      label={`Actions for ${personName(administrator)}`}
      className="inline-grid size-7 place-items-center rounded-medium align-middle text-ink-3 hover:bg-sunken hover:text-ink aria-expanded:bg-sunken"
      entries={entries}
    >
      <Icon of={Ellipsis} />
    </MenuButton>
  );
}
