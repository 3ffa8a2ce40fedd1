import { createFileRoute } from '@tanstack/react-router';
import { MerchantSettingsPage } from '#features/merchants/settings/merchant-settings-page.tsx';
import { merchantSettingsQuery } from '#features/merchants/settings/settings-query.ts';

/** What administrators set for a merchant after it was created (contract §8, Merchants). */
export const Route = createFileRoute('/admin/merchant-settings/$merchantId')({
  staticData: { title: 'Merchant settings' },
  loader: ({ context: { queryClient }, params: { merchantId } }) => {
    void queryClient.prefetchQuery(merchantSettingsQuery(merchantId));
  },
  component: MerchantSettings,
});

function MerchantSettings() {
  const { merchantId } = Route.useParams();
  return <MerchantSettingsPage key={merchantId} merchantId={merchantId} />;
}
