import { createFileRoute, type SearchSchemaInput, useRouter } from '@tanstack/react-router';
import { mayViewPayments } from '@volume/contract/access.ts';
import { payInAccountsQuery } from '#features/balances/pay-in-accounts-query.ts';
import { ReconcilePage, type ReconcileSearch } from '#features/reconciliation/reconcile-page.tsx';
import { balancesHref } from '#platform/hrefs.ts';
import { merchantQuery } from '#platform/merchant-query.ts';
import { loadApplication } from '#platform/scope.ts';
import { requireAuthority } from '#shell/routing/guards.ts';

/** Compares a bank statement with our records; the shown part of the result is in the address. */
export const Route = createFileRoute('/_merchant/balances/reconcile')({
  staticData: { title: 'Reconcile' },
  // Parsed by the page, so that the parser loads with it.
  validateSearch: (given: Partial<ReconcileSearch> & SearchSchemaInput): Record<string, unknown> => ({ ...given }),
  beforeLoad: (arrival) =>
    requireAuthority(arrival, mayViewPayments, balancesHref(), 'You don’t have permission to view statements.'),
  loaderDeps: ({ search }) => ({ applicationId: search['applicationId'] as string | undefined }),
  loader: async ({ context, deps }) => {
    const { merchantId, applicationId } = await loadApplication(context, deps.applicationId);
    const scope = { merchantId, applicationId };
    void context.queryClient.prefetchQuery(payInAccountsQuery(scope));
    const { companyName } = await context.queryClient.ensureQueryData(merchantQuery(merchantId));
    return { scope, companyName };
  },
  component: Reconcile,
});

function Reconcile() {
  const router = useRouter();
  const { merchantIdInCalls } = Route.useRouteContext();
  const { scope, companyName } = Route.useLoaderData();
  return (
    <ReconcilePage
      key={scope.applicationId}
      given={Route.useSearch()}
      onGo={(href) => void router.navigate({ href })}
      {...{ scope, companyName, merchantIdInCalls }}
    />
  );
}
