import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import type { Merchant } from '@volume/contract/merchants.ts';
import { type MerchantSearch, readMerchantSearch } from '#features/merchants/merchant-search.ts';
import { MerchantsPage } from '#features/merchants/merchants-page.tsx';
import { adminMerchantsHref, overviewHref } from '#platform/hrefs.ts';
import { merchantsQuery } from '#platform/merchants-query.ts';
import { parseSearch, stringifySearch } from '#platform/search-text.ts';
import { openMerchant } from '#platform/session.ts';

/** The administrators' merchant list; an applicationId in its address is stripped (§2 Admin layout). */
export const Route = createFileRoute('/admin/')({
  staticData: { title: 'Merchants' },
  validateSearch: readMerchantSearch,
  beforeLoad: ({ location }) => {
    if ('applicationId' in parseSearch(location.searchStr))
      throw redirect({ href: adminMerchantsHref(), replace: true });
  },
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(merchantsQuery()),
  component: Merchants,
});

function Merchants() {
  const router = useRouter();
  const search = Route.useSearch();
  const change = (next: Partial<MerchantSearch>) =>
    void router.navigate({ href: adminMerchantsHref() + stringifySearch({ ...search, ...next }) });
  const open = (merchant: Merchant) => {
    openMerchant(merchant);
    void router.navigate({ href: overviewHref({ applicationId: undefined }) });
  };
  return <MerchantsPage search={search} onChange={change} onOpen={open} />;
}
