import { createFileRoute } from '@tanstack/react-router';
import { SettingsPlaceholder } from '#shell/settings-placeholder.tsx';
import { requireAuthority } from '#shell/routing/guards.ts';
import { settingsHref } from '#platform/hrefs.ts';

export const Route = createFileRoute('/_merchant/settings/users')({
  staticData: { title: 'Users' },
  beforeLoad: (arrival) =>
    requireAuthority(
      arrival,
      ['EDIT_SETTINGS', 'ACCOUNT_ADMIN'],
      settingsHref(),
      'You may not change users with this account.',
    ),
  component: () => (
    <SettingsPlaceholder missing="Managing users is not part of this version.">
      Who may sign in, and what each person may do, belongs here.
    </SettingsPlaceholder>
  ),
});
