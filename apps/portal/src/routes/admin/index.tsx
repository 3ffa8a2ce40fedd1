import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { merchantListQuery } from '#features/merchants/merchants-query.ts';
import { merchantSearch } from '#features/merchants/merchant-filters.ts';
import { MerchantsPage } from '#features/merchants/merchants-page.tsx';
import { openMerchantPages } from '#features/merchants/open-merchant-pages.ts';
import { adminMerchantHref, adminMerchantsHref } from '#platform/hrefs.ts';

/** The merchant list; redirects to remove an applicationId from its address (§2 Admin layout). */
export const Route = createFileRoute('/admin/')({
  staticData: { title: 'Merchants' },
  // Present although undefined, so that one from the address is not kept.
  validateSearch: (given) => ({ ...merchantSearch.read(given), applicationId: undefined }),
  beforeLoad: ({ location, search }) => {
    if (!('applicationId' in location.search)) return;
    throw redirect({ href: adminMerchantsHref(search), replace: true });
  },
  // Not awaited: the page is shown immediately with placeholders.
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(merchantListQuery());
  },
  component: Merchants,
});

const rowHref = ({ merchantId }: Merchant) => adminMerchantHref(merchantId);

function Merchants() {
  const router = useRouter();
  const search = Route.useSearch();
  const onOpen = useCallback(
    (merchant: Merchant) => void router.navigate({ href: openMerchantPages(merchant) }),
    [router],
  );
  return (
    <MerchantsPage
      search={search}
      onChange={(change, how) => void router.navigate({ href: adminMerchantsHref({ ...search, ...change }), ...how })}
      {...{ rowHref, onOpen }}
    />
  );
}
