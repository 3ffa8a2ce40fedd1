import { createFileRoute } from '@tanstack/react-router';
import { SettingsPlaceholder } from '#shell/settings-placeholder.tsx';
import { requireAuthority } from '#shell/routing/guards.ts';
import { settingsHref } from '#platform/hrefs.ts';

export const Route = createFileRoute('/_merchant/settings/security')({
  staticData: { title: 'Security' },
  beforeLoad: (arrival) =>
    requireAuthority(
      arrival,
      ['EDIT_SETTINGS'],
      settingsHref(),
      'You may not change security settings with this account.',
    ),
  component: () => (
    <SettingsPlaceholder missing="Security settings are not part of this version.">
      Application keys and the second factor belong here.
    </SettingsPlaceholder>
  ),
});
