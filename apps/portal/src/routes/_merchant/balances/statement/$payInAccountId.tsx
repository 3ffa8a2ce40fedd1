import { mayViewPayments } from '@volume/contract/access.ts';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { utcDay } from '#design/days/date-presets.ts';
import { payInAccountsQuery } from '#features/balances/pay-in-accounts-query.ts';
import { statementSearch } from '#features/balances/statement/statement-filters.ts';
import { statementQuery } from '#features/balances/statement/statement-list.tsx';
import { StatementPage } from '#features/balances/statement/statement-page.tsx';
import { balancesHref, statementHref } from '#platform/hrefs.ts';
import { loadApplication } from '#platform/scope.ts';
import { requireAuthority } from '#shell/routing/guards.ts';

/** The statement of one pay-in account, with dates and page in the address (contract §2). */
export const Route = createFileRoute('/_merchant/balances/statement/$payInAccountId')({
  staticData: { title: 'Statement' },
  validateSearch: statementSearch.read,
  beforeLoad: (arrival) =>
    requireAuthority(arrival, mayViewPayments, balancesHref(), 'You don’t have permission to view statements.'),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, params }) => {
    const { merchantId, applicationId } = await loadApplication(context, deps.applicationId);
    const scope = { merchantId, applicationId };
    const payInAccountId = Number(params.payInAccountId);
    // Not awaited: the page is shown immediately with placeholders.
    void context.queryClient.prefetchQuery(payInAccountsQuery(scope));
    const of = { scope, payInAccountId, today: utcDay(Date.now()) };
    void context.queryClient.prefetchQuery(statementQuery(of, deps));
    return { scope, payInAccountId };
  },
  component: Statement,
});

function Statement() {
  const router = useRouter();
  const search = Route.useSearch();
  const { scope, payInAccountId } = Route.useLoaderData();
  return (
    <StatementPage
      key={payInAccountId}
      onChange={(change) =>
        void router.navigate({ href: statementHref(String(payInAccountId), { ...search, ...change }) })
      }
      {...{ scope, payInAccountId, search }}
    />
  );
}
