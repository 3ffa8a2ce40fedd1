import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { merchantListQuery } from '#features/merchants/merchant-list-query.ts';
import { readMerchantSearch } from '#features/merchants/merchant-search.ts';
import { MerchantsPage } from '#features/merchants/merchants-page.tsx';
import { openMerchantPages } from '#features/merchants/open-merchant-pages.ts';
import { adminMerchantHref, adminMerchantsHref } from '#platform/hrefs.ts';

/** The merchant list; an applicationId in its address is stripped by redirecting (§2 Admin layout). */
export const Route = createFileRoute('/admin/')({
  staticData: { title: 'Merchants' },
  // The application is named, so that the one in the address does not shine through.
  validateSearch: (given) => ({ ...readMerchantSearch(given), applicationId: undefined }),
  beforeLoad: ({ location, search }) => {
    if (!('applicationId' in location.search)) return;
    throw redirect({ href: adminMerchantsHref(search), replace: true });
  },
  // Not awaited: the page stands at once and its rows come into their place.
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(merchantListQuery());
  },
  component: Merchants,
});

function Merchants() {
  const router = useRouter();
  const search = Route.useSearch();
  const go = (href: string) => void router.navigate({ href });
  return (
    <MerchantsPage
      search={search}
      merchantHref={(merchantId) => adminMerchantHref(merchantId)}
      onChange={(change) => go(adminMerchantsHref({ ...search, ...change }))}
      onOpen={(merchant) => go(openMerchantPages(merchant))}
    />
  );
}
