import { createFileRoute } from '@tanstack/react-router';
import { SettingsPlaceholder } from '#shell/settings-placeholder.tsx';
import { requireAuthority } from '#shell/routing/guards.ts';
import { settingsHref } from '#platform/hrefs.ts';

export const Route = createFileRoute('/_merchant/settings/webhooks-callbacks')({
  staticData: { title: 'Webhooks and callbacks' },
  beforeLoad: (arrival) =>
    requireAuthority(arrival, ['EDIT_SETTINGS'], settingsHref(), 'You may not change webhooks with this account.'),
  component: () => (
    <SettingsPlaceholder missing="Webhooks are not part of this version.">
      The addresses we call when a payment, a refund or a payout moves belong here.
    </SettingsPlaceholder>
  ),
});
