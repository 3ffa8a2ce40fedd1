import { createFileRoute } from '@tanstack/react-router';
import { BalancesPage } from '#features/balances/balances-page.tsx';
import { payInAccountsQuery } from '#features/balances/pay-in-accounts-query.ts';
import { loadApplication } from '#platform/scope.ts';

/** Balances by account (§2). */
export const Route = createFileRoute('/_merchant/balances/overview')({
  staticData: { title: 'Balances' },
  loaderDeps: ({ search: { applicationId } }) => ({ applicationId }),
  loader: async ({ context, deps }) => {
    const application = await loadApplication(context, deps.applicationId);
    const { merchantId, applicationId } = application;
    // Not awaited: the page has its own loading screen with the specification's text.
    void context.queryClient.prefetchQuery(payInAccountsQuery({ merchantId, applicationId }));
    return { application };
  },
  component: Balances,
});

function Balances() {
  const { application } = Route.useLoaderData();
  return <BalancesPage key={application.applicationId} application={application} />;
}
