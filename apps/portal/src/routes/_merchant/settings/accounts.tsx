import { createFileRoute } from '@tanstack/react-router';
import { SettingsPlaceholder } from '#shell/settings-placeholder.tsx';
import { requireAuthority } from '#shell/routing/guards.ts';
import { settingsHref } from '#platform/hrefs.ts';

export const Route = createFileRoute('/_merchant/settings/accounts')({
  staticData: { title: 'Bank accounts' },
  beforeLoad: (arrival) =>
    requireAuthority(arrival, ['EDIT_SETTINGS'], settingsHref(), 'You may not change bank accounts with this account.'),
  component: () => (
    <SettingsPlaceholder missing="Bank accounts are not part of this version.">
      The accounts your pay-ins arrive in, and the beneficiaries you may pay out to, belong here.
    </SettingsPlaceholder>
  ),
});
