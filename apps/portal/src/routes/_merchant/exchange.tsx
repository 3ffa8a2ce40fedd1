import { createFileRoute, useRouter } from '@tanstack/react-router';
import { exchangeSearch } from '#features/exchange/exchange-filters.ts';
import { ExchangePage } from '#features/exchange/exchange-page.tsx';
import { payInAccountsQuery } from '#features/balances/pay-in-accounts-query.ts';
import { exchangeHref } from '#platform/hrefs.ts';
import { loadApplication } from '#platform/scope.ts';

/** Currency exchange; the pay-in accounts with balances are loaded before the screen is shown (§2). */
export const Route = createFileRoute('/_merchant/exchange')({
  staticData: { title: 'Exchange' },
  validateSearch: exchangeSearch.read,
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
  const router = useRouter();
  const scope = Route.useLoaderData();
  const search = Route.useSearch();
  return (
    <ExchangePage
      key={scope.applicationId}
      onChange={(change, how) => void router.navigate({ href: exchangeHref({ ...search, ...change }), ...how })}
      {...{ scope, search }}
    />
  );
}
