import { createFileRoute } from '@tanstack/react-router';
import { ExchangePage } from '#features/exchange/exchange-page.tsx';
import { payInAccountsQuery } from '#features/balances/pay-in-accounts-query.ts';
import { loadApplication } from '#platform/scope.ts';

/** Currency exchange; the pay-in accounts with balances are loaded before the screen is shown (§2). */
export const Route = createFileRoute('/_merchant/exchange')({
  staticData: { title: 'Exchange' },
  loaderDeps: ({ search: { applicationId } }) => ({ applicationId }),
  loader: async ({ context, deps }) => {
    const { merchantId, applicationId } = await loadApplication(context, deps.applicationId);
    // Not awaited: the page waits for it itself.
    void context.queryClient.prefetchQuery(payInAccountsQuery({ merchantId, applicationId }));
    return { merchantId, applicationId };
  },
  component: ExchangeRoute,
});

function ExchangeRoute() {
  const scope = Route.useLoaderData();
  return <ExchangePage key={scope.applicationId} scope={scope} />;
}
