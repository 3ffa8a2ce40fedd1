import { createFileRoute, useRouter } from '@tanstack/react-router';
import { utcDay } from '#design/days/date-presets.ts';
import { payoutListQuery } from '#features/payouts/payout-list-query.ts';
import { type PayoutSearch, readPayoutSearch } from '#features/payouts/payout-search.ts';
import { PayoutsPage } from '#features/payouts/payouts-page.tsx';
import { toPayoutQuery } from '#features/payouts/to-payout-query.ts';
import { payoutsHref } from '#platform/hrefs.ts';
import { loadApplication } from '#platform/scope.ts';

/** The payout list (§2). */
export const Route = createFileRoute('/_merchant/payments/payout')({
  staticData: { title: 'Payouts' },
  validateSearch: readPayoutSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const application = await loadApplication(context, deps.applicationId);
    const scope = { merchantId: application.merchantId, applicationId: application.applicationId };
    const query = toPayoutQuery(deps, utcDay(Date.now()), scope);
    // Not awaited: the page itself waits, in the specification's words, and keeps its old rows.
    void context.queryClient.prefetchQuery(payoutListQuery(scope, query));
    return { application, query };
  },
  component: Payouts,
});

function Payouts() {
  const router = useRouter();
  const search = Route.useSearch();
  const go = (next: Partial<PayoutSearch>) => void router.navigate({ href: payoutsHref(next) });
  return <PayoutsPage {...Route.useLoaderData()} search={search} onChange={(change) => go({ ...search, ...change })} />;
}
