import { mayViewPayments } from '@volume/contract/access.ts';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { payInAccountsQuery } from '#features/balances/pay-in-accounts-query.ts';
import { accountName } from '#features/balances/provider-names.ts';
import { ExplainPage } from '#features/explain/explain-page.tsx';
import { readExplainSearch } from '#features/explain/explain-search.ts';
import { balancesHref, explainHref, overviewHref } from '#platform/hrefs.ts';
import { loadApplication } from '#platform/scope.ts';
import { requireAuthority } from '#shell/routing/guards.ts';

/** The explanation of a figure (contract §8, Figures answer why). */
export const Route = createFileRoute('/_merchant/explain')({
  staticData: { title: 'Why this figure' },
  validateSearch: readExplainSearch,
  beforeLoad: (arrival) =>
    requireAuthority(arrival, mayViewPayments, overviewHref(), 'You don’t have permission to view this figure.'),
  loaderDeps: ({ search: { applicationId } }) => ({ applicationId }),
  loader: async ({ context, deps }) => {
    const { merchantId, applicationId } = await loadApplication(context, deps.applicationId);
    return { merchantId, applicationId };
  },
  component: Explain,
});

function Explain() {
  const router = useRouter();
  const scope = Route.useLoaderData();
  const { applicationId, ...search } = Route.useSearch();
  const { payInAccountId } = search;
  const accounts = useQuery({ ...payInAccountsQuery(scope), enabled: payInAccountId !== undefined });
  const account = accounts.data?.find(({ id }) => String(id) === payInAccountId);
  return (
    <ExplainPage
      search={search}
      account={account && accountName(account)}
      crumbs={[
        payInAccountId === undefined
          ? { label: 'Overview', href: overviewHref() }
          : { label: 'Balances', href: balancesHref() },
      ]}
      onPage={(page) => void router.navigate({ href: explainHref({ ...search, applicationId, page }) })}
    />
  );
}
