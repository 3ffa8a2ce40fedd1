import { createFileRoute, useRouter } from '@tanstack/react-router';
import { feesQuery } from '#features/fees/fee-queries.ts';
import { type FeesSearch, feesSearch, monthIn } from '#features/fees/fee-search.ts';
import { FeesPage } from '#features/fees/fees-page.tsx';
import type { ListChange } from '#lists/list.ts';
import { adminFeesHref, adminMerchantFeesHref } from '#platform/hrefs.ts';

/** The fees of all merchants for a month, for administrators (contract §8, Fees). */
export const Route = createFileRoute('/admin/fees/')({
  staticData: { title: 'Fees' },
  validateSearch: feesSearch.read,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(feesQuery(deps)),
  component: Fees,
});

function Fees() {
  const router = useRouter();
  const search = Route.useSearch();
  const change: ListChange<FeesSearch> = (next, how) =>
    void router.navigate({ href: adminFeesHref({ ...search, ...next }), ...how });
  const month = monthIn(search);
  return (
    <FeesPage
      search={search}
      rowHref={({ merchantId }) => adminMerchantFeesHref(merchantId, { month })}
      onChange={change}
    />
  );
}
