import { createFileRoute, useRouter } from '@tanstack/react-router';
import { adminMerchantQuery } from '#features/merchants/admin-merchant-query.ts';
import { MerchantPage } from '#features/merchants/merchant-page.tsx';
import { overviewHref } from '#platform/hrefs.ts';
import { openMerchant } from '#platform/session.ts';

/** One merchant, for administrators (§2 Admin layout). */
export const Route = createFileRoute('/admin/merchants/$merchantId')({
  staticData: { title: 'Merchant' },
  loader: ({ context: { queryClient }, params: { merchantId } }) =>
    void queryClient.prefetchQuery(adminMerchantQuery(merchantId)),
  component: MerchantView,
});

function MerchantView() {
  const router = useRouter();
  const { merchantId } = Route.useParams();
  return (
    <MerchantPage
      key={merchantId}
      merchantId={merchantId}
      onOpen={(merchant) => {
        openMerchant(merchant);
        void router.navigate({ href: overviewHref({ applicationId: undefined }) });
      }}
    />
  );
}
