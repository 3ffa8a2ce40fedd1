import type { Merchant } from '@volume/contract/merchants.ts';
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { merchantListQuery } from '#features/merchants/merchants-query.ts';
import { merchantSearch } from '#features/merchants/merchant-filters.ts';
import { MerchantsPage } from '#features/merchants/merchants-page.tsx';
import { openMerchantPages } from '#features/merchants/public.ts';
import { adminMerchantHref, adminMerchantsHref } from '#platform/hrefs.ts';

/** The merchant list; an applicationId in its address is stripped by redirecting (§2 Admin layout). */
export const Route = createFileRoute('/admin/')({
  staticData: { title: 'Merchants' },
  // The application is named, so that the one in the address does not shine through.
  validateSearch: (given) => ({ ...merchantSearch.read(given), applicationId: undefined }),
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
