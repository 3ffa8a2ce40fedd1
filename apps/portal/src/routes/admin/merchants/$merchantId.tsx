import { createFileRoute, useRouter } from '@tanstack/react-router';
import { MerchantPage } from '#features/merchants/merchant/merchant-page.tsx';
import { merchantSearch } from '#features/merchants/merchant-filters.ts';
import { merchantViewQuery } from '#features/merchants/merchant/merchant-view-query.ts';
import { openMerchantPages } from '#features/merchants/open-merchant-pages.ts';
import { adminMerchantHref, adminMerchantsHref } from '#platform/hrefs.ts';

/** One merchant, for administrators (§2 Admin layout). */
export const Route = createFileRoute('/admin/merchants/$merchantId')({
  staticData: { title: 'Merchant' },
  validateSearch: merchantSearch.read,
  loader: ({ context: { queryClient }, params: { merchantId } }) => {
    void queryClient.prefetchQuery(merchantViewQuery(queryClient, merchantId));
  },
  component: MerchantView,
});

function MerchantView() {
  const router = useRouter();
  const { merchantId } = Route.useParams();
  const search = Route.useSearch();
  const go = (href: string, how?: { replace: boolean }) => void router.navigate({ href, ...how });
  return (
    <MerchantPage
      key={merchantId}
      merchantId={merchantId}
      listHref={adminMerchantsHref()}
      search={search}
      onChange={(change, how) => go(adminMerchantHref(merchantId, { ...search, ...change }), how)}
      onOpen={(merchant) => go(openMerchantPages(merchant))}
    />
  );
}
