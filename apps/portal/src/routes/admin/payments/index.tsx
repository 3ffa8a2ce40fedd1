import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { utcDay } from '#design/days/date-presets.ts';
import { MerchantFilter } from '#features/pay-ins/merchant-filter.tsx';
import { PayInsPage } from '#features/pay-ins/pay-ins-page.tsx';
import { readAdminPayInSearch } from '#features/pay-ins/pay-in-search.ts';
import { payInListQuery } from '#features/pay-ins/pay-in-list-query.ts';
import { toPayInQuery } from '#features/pay-ins/to-pay-in-query.ts';
import { adminPaymentHref, adminPaymentsHref } from '#platform/hrefs.ts';
import { merchantsQuery } from '#features/merchants/merchants-query.ts';

type AdminSearch = ReturnType<typeof readAdminPayInSearch>;

const queryOf = (search: AdminSearch) =>
  toPayInQuery(search, { today: utcDay(Date.now()), merchantId: search.merchantId });

/** Payments across all merchants, for administrators (§2 Admin layout). */
export const Route = createFileRoute('/admin/payments/')({
  staticData: { title: 'All payments' },
  validateSearch: readAdminPayInSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(payInListQuery(queryOf(deps)));
    void queryClient.prefetchQuery(merchantsQuery());
  },
  component: AllPayments,
});

function AllPayments() {
  const router = useRouter();
  const search = Route.useSearch();
  const { data: merchants, error, isFetching, refetch } = useQuery(merchantsQuery());
  const names = new Map(merchants?.map(({ merchantId, companyName }) => [merchantId, companyName]));
  const go = (next: Partial<AdminSearch>) => void router.navigate({ href: adminPaymentsHref(next) });
  return (
    <PayInsPage
      title="All payments"
      search={search}
      query={queryOf(search)}
      listHref={adminPaymentsHref(search)}
      viewHref={adminPaymentsHref}
      rowHref={(row) => adminPaymentHref(row.paymentId)}
      onChange={(change) => go({ ...search, ...change })}
      onClear={() => go({ rows: search.rows })}
      merchantName={(row) => names.get(row.merchantId ?? '') ?? null}
      moreFilters={
        <MerchantFilter
          merchants={merchants ?? []}
          selected={search.merchantId}
          onRetry={error && !merchants ? () => void refetch() : undefined}
          isBusy={isFetching}
          onChange={(merchantId) => go({ ...search, page: undefined, merchantId })}
        />
      }
    />
  );
}
