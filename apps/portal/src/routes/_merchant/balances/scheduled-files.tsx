import { createFileRoute, useRouter } from '@tanstack/react-router';
import { mayViewPayments } from '@volume/contract/access.ts';
import { payInAccountsQuery } from '#features/balances/pay-in-accounts-query.ts';
import { ScheduledFilesPage } from '#features/balances/scheduled-files/scheduled-files-page.tsx';
import {
  fileSchedulesQuery,
  linkedFileQuery,
  scheduledFilesQuery,
} from '#features/balances/scheduled-files/scheduled-files-queries.ts';
import { scheduledFilesSearch } from '#features/balances/scheduled-files/scheduled-files-search.ts';
import { balancesHref, scheduledFilesHref } from '#platform/hrefs.ts';
import { loadApplication } from '#platform/scope.ts';
import { requireAuthority } from '#shell/routing/guards.ts';

/** The statements and pay-ins that are made as files regularly; `file` is the one that a mailed link leads to. */
export const Route = createFileRoute('/_merchant/balances/scheduled-files')({
  staticData: { title: 'Scheduled files' },
  validateSearch: scheduledFilesSearch.read,
  beforeLoad: (arrival) =>
    requireAuthority(arrival, mayViewPayments, balancesHref(), 'You don’t have permission to view statements.'),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { merchantId, applicationId } = await loadApplication(context, deps.applicationId);
    const scope = { merchantId, applicationId };
    // Not awaited: the page is shown immediately with placeholders.
    void context.queryClient.prefetchQuery(payInAccountsQuery(scope));
    void context.queryClient.prefetchQuery(fileSchedulesQuery(scope));
    void context.queryClient.prefetchQuery(scheduledFilesQuery(scope, deps));
    if (deps.file !== undefined) void context.queryClient.prefetchQuery(linkedFileQuery(scope, deps.file));
    return { scope };
  },
  component: ScheduledFiles,
});

function ScheduledFiles() {
  const router = useRouter();
  const search = Route.useSearch();
  const { scope } = Route.useLoaderData();
  return (
    <ScheduledFilesPage
      key={scope.applicationId}
      onChange={(change, how) => void router.navigate({ href: scheduledFilesHref({ ...search, ...change }), ...how })}
      {...{ scope, search }}
    />
  );
}
