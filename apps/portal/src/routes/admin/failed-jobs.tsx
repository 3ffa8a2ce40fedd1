import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { type FailedJobSearch, failedJobSearch } from '#features/failed-jobs/failed-job-filters.ts';
import { FailedJobsPage } from '#features/failed-jobs/failed-jobs-page.tsx';
import { failedJobsQuery } from '#features/failed-jobs/failed-jobs-query.ts';
import { MerchantFilter } from '#features/merchants/merchant-filter.tsx';
import { merchantsQuery } from '#features/merchants/merchants-query.ts';
import type { ListChange } from '#lists/list.ts';
import { adminFailedJobsHref } from '#platform/hrefs.ts';

/** Jobs that fail, for administrators (contract §8, Failed jobs). */
export const Route = createFileRoute('/admin/failed-jobs')({
  staticData: { title: 'Failed jobs' },
  validateSearch: failedJobSearch.read,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(failedJobsQuery(deps));
    void queryClient.prefetchQuery(merchantsQuery());
  },
  component: FailedJobs,
});

function FailedJobs() {
  const router = useRouter();
  const search = Route.useSearch();
  const { data: merchants } = useQuery(merchantsQuery());
  const change: ListChange<FailedJobSearch> = (next, how) =>
    void router.navigate({ href: adminFailedJobsHref({ ...search, ...next }), ...how });
  const merchantFilter = (
    <MerchantFilter
      key="merchantId"
      selected={search.merchantId}
      onChange={(merchantId) => change({ page: undefined, merchantId })}
    />
  );
  return <FailedJobsPage hrefOf={adminFailedJobsHref} onChange={change} {...{ search, merchantFilter, merchants }} />;
}
