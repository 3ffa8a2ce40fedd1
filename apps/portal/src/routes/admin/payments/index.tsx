import type { ListChange } from '#lists/list.ts';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { utcDay } from '#design/days/date-presets.ts';
import { MerchantFilter } from '#features/merchants/merchant-filter.tsx';
import { PayInsPage } from '#features/pay-ins/pay-ins-page.tsx';
import { type AdminPayInSearch, adminPayInSearch, toPayInQuery } from '#features/pay-ins/pay-in-filters.ts';
import { adminPayInList } from '#features/pay-ins/pay-in-list.tsx';
import { payInListQuery } from '#features/pay-ins/pay-in-queries.ts';
import { adminPaymentHref, adminPaymentsHref } from '#platform/hrefs.ts';
import { merchantsQuery } from '#features/merchants/merchants-query.ts';

const toListQuery = (search: AdminPayInSearch) =>
  toPayInQuery(search, { today: utcDay(Date.now()), merchantId: search.merchantId });

/** Payments across all merchants, for administrators (§2 Admin layout). */
export const Route = createFileRoute('/admin/payments/')({
  staticData: { title: 'All payments' },
  validateSearch: adminPayInSearch.read,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(payInListQuery(toListQuery(deps)));
    void queryClient.prefetchQuery(merchantsQuery());
  },
  component: AllPayments,
});

function AllPayments() {
  const router = useRouter();
  const search = Route.useSearch();
  const { data: merchants } = useQuery(merchantsQuery());
  const names = new Map(merchants?.map(({ merchantId, companyName }) => [merchantId, companyName]));
  const change: ListChange<AdminPayInSearch> = (next, how) =>
    void router.navigate({ href: adminPaymentsHref({ ...search, ...next }), ...how });
  return (
    <PayInsPage
      title="All payments"
      list={adminPayInList}
      search={search}
      query={toListQuery(search)}
      rowHref={(row) => adminPaymentHref(row.paymentId)}
      hrefOf={adminPaymentsHref}
      onChange={change}
      merchantName={(row) => names.get(row.merchantId ?? '') ?? null}
      chips={{
        merchantId: (
          <MerchantFilter
            key="merchantId"
            selected={search.merchantId}
            onChange={(merchantId) => change({ page: undefined, merchantId })}
          />
        ),
      }}
    />
  );
}
