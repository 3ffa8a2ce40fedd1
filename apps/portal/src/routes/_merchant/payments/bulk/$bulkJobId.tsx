import { createFileRoute, useRouter } from '@tanstack/react-router';
import { bulkItemSearch } from '#features/bulk/bulk-filters.ts';
import { BulkJobPage } from '#features/bulk/bulk-job-page.tsx';
import { bulkJobQuery } from '#features/bulk/bulk-queries.ts';
import { bulkJobHref, overviewHref } from '#platform/hrefs.ts';
import { requireId } from '#platform/require-id.ts';
import { loadApplication } from '#platform/scope.ts';
import { requireAuthority } from '#shell/routing/guards.ts';

/** One bulk job, with the filter and page of its rows in the address. */
export const Route = createFileRoute('/_merchant/payments/bulk/$bulkJobId')({
  staticData: { title: 'Bulk job' },
  validateSearch: bulkItemSearch.read,
  beforeLoad: (arrival) =>
    requireAuthority(arrival, ['EDIT_SETTINGS'], overviewHref(), 'You don’t have permission to view bulk jobs.'),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, params: { bulkJobId } }) => {
    requireId(bulkJobId, 'bulk job');
    const { merchantId, applicationId } = await loadApplication(context, deps.applicationId);
    const scope = { merchantId, applicationId };
    // Not awaited: the page is shown immediately with placeholders.
    void context.queryClient.prefetchQuery(bulkJobQuery(scope, bulkJobId));
    return { scope, bulkJobId };
  },
  component: Job,
});

function Job() {
  const router = useRouter();
  const search = Route.useSearch();
  const { scope, bulkJobId } = Route.useLoaderData();
  return (
    <BulkJobPage
      key={bulkJobId}
      onChange={(change, how) =>
        void router.navigate({ href: bulkJobHref(bulkJobId, { ...search, ...change }), ...how })
      }
      {...{ scope, bulkJobId, search }}
    />
  );
}
