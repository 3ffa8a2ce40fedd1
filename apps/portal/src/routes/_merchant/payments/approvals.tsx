import { createFileRoute, type SearchSchemaInput, useRouter } from '@tanstack/react-router';
import { type ApprovalSearch, approvalSearch } from '#features/approvals/approval-filters.ts';
import { ApprovalsPage } from '#features/approvals/approvals-page.tsx';
import { approvalsQuery, toApprovalQuery } from '#features/approvals/approvals-query.ts';
import { approvalsHref } from '#platform/hrefs.ts';

/** Orders that wait, or waited, for a second person (contract §11). */
export const Route = createFileRoute('/_merchant/payments/approvals')({
  staticData: { title: 'Approvals' },
  // Parsed by the page, so that the parser loads with it.
  validateSearch: (given: Partial<ApprovalSearch> & SearchSchemaInput): Record<string, unknown> => given,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, merchantId }, deps }) => {
    void queryClient.prefetchQuery(approvalsQuery(merchantId, toApprovalQuery(approvalSearch.read(deps))));
  },
  component: Approvals,
});

function Approvals() {
  const router = useRouter();
  const { merchantId } = Route.useRouteContext();
  const search = approvalSearch.read(Route.useSearch());
  return (
    <ApprovalsPage
      {...{ merchantId, search }}
      hrefOf={approvalsHref}
      onChange={(change, how) => void router.navigate({ href: approvalsHref({ ...search, ...change }), ...how })}
    />
  );
}
