import { createFileRoute } from '@tanstack/react-router';
import { SettingsPlaceholder } from '#shell/settings-placeholder.tsx';
import { requireAuthority } from '#shell/routing/guards.ts';
import { settingsHref } from '#platform/hrefs.ts';

export const Route = createFileRoute('/_merchant/settings/notifications')({
  staticData: { title: 'Notifications' },
  beforeLoad: (arrival) =>
    requireAuthority(arrival, ['EDIT_SETTINGS'], settingsHref(), 'You may not change notifications with this account.'),
  component: () => (
    <SettingsPlaceholder missing="Notifications are not part of this version.">
      When we write to you, and when we call your server, belongs here.
    </SettingsPlaceholder>
  ),
});
