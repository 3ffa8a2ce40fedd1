import { createFileRoute, useRouter } from '@tanstack/react-router';
import { bulkJobSearch } from '#features/bulk/bulk-filters.ts';
import { BulkJobsPage } from '#features/bulk/bulk-jobs-page.tsx';
import { bulkJobsQuery } from '#features/bulk/bulk-queries.ts';
import { bulkJobsHref, overviewHref } from '#platform/hrefs.ts';
import { loadApplication } from '#platform/scope.ts';
import { requireAuthority } from '#shell/routing/guards.ts';

export const Route = createFileRoute('/_merchant/payments/bulk/')({
  staticData: { title: 'Bulk jobs' },
  validateSearch: bulkJobSearch.read,
  beforeLoad: (arrival) =>
    requireAuthority(arrival, ['EDIT_SETTINGS'], overviewHref(), 'You don’t have permission to view bulk jobs.'),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { merchantId, applicationId } = await loadApplication(context, deps.applicationId);
    const scope = { merchantId, applicationId };
    // Not awaited: the page is shown immediately with placeholders.
    void context.queryClient.prefetchQuery(bulkJobsQuery(scope, deps));
    return { scope };
  },
  component: BulkJobs,
});

function BulkJobs() {
  const router = useRouter();
  const search = Route.useSearch();
  return (
    <BulkJobsPage
      {...Route.useLoaderData()}
      search={search}
      onChange={(change, how) => void router.navigate({ href: bulkJobsHref({ ...search, ...change }), ...how })}
    />
  );
}
