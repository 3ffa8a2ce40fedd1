import { createFileRoute } from '@tanstack/react-router';
import { NotificationSettingsPage } from '#features/settings/notification-settings-page.tsx';
import { accountHref } from '#platform/hrefs.ts';
import { merchantQuery, selectApplication } from '#platform/merchant-query.ts';
import { requireAuthority } from '#shell/routing/guards.ts';

/** Emails and calls about external payments (§2, §6). */
export const Route = createFileRoute('/_merchant/settings/notifications')({
  staticData: { title: 'Notifications' },
  beforeLoad: (arrival) =>
    requireAuthority(arrival, ['EDIT_SETTINGS'], accountHref(), 'You don’t have permission to change notifications.'),
  loaderDeps: ({ search: { applicationId } }) => ({ applicationId }),
  loader: async ({ context: { queryClient, merchantId }, deps }) => {
    const merchant = await queryClient.ensureQueryData(merchantQuery(merchantId));
    return { merchant, applicationId: selectApplication(merchant, deps.applicationId).applicationId };
  },
  component: Notifications,
});

function Notifications() {
  const loaded = Route.useLoaderData();
  return <NotificationSettingsPage key={loaded.applicationId} {...loaded} />;
}
