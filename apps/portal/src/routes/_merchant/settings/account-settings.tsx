import { createFileRoute } from '@tanstack/react-router';
import { SettingsPlaceholder } from '#shell/settings-placeholder.tsx';

export const Route = createFileRoute('/_merchant/settings/account-settings')({
  staticData: { title: 'Account' },
  component: () => (
    <SettingsPlaceholder missing="Changing your own account is not part of this version.">
      Theme, time zone and row height are in your menu, under your e-mail address.
    </SettingsPlaceholder>
  ),
});
