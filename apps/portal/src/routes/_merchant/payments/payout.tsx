import { createFileRoute, useRouter } from '@tanstack/react-router';
import { utcDay } from '#design/days/date-presets.ts';
import { payoutSearch } from '#features/payouts/payout-filters.ts';
import { payoutListQuery, PayoutsPage, toPayoutQuery } from '#features/payouts/payout-list.tsx';
import { payoutsHref } from '#platform/hrefs.ts';
import { loadApplication } from '#platform/scope.ts';

/** The payout list (§2). */
export const Route = createFileRoute('/_merchant/payments/payout')({
  staticData: { title: 'Payouts' },
  validateSearch: payoutSearch.read,
  // Opening a payout next to the list does not reload the list.
  loaderDeps: ({ search }) => ({ ...search, payout: undefined }),
  loader: async ({ context, deps }) => {
    const application = await loadApplication(context, deps.applicationId);
    const scope = { merchantId: application.merchantId, applicationId: application.applicationId };
    const query = toPayoutQuery(deps, utcDay(Date.now()), scope);
    // Not awaited: the page has its own loading screen with the specification's text, and keeps its old rows.
    void context.queryClient.prefetchQuery(payoutListQuery(scope, query));
    return { application, query };
  },
  component: Payouts,
});

function Payouts() {
  const router = useRouter();
  const search = Route.useSearch();
  return (
    <PayoutsPage
      {...Route.useLoaderData()}
      search={search}
      hrefOf={payoutsHref}
      onChange={(change, how) => void router.navigate({ href: payoutsHref({ ...search, ...change }), ...how })}
    />
  );
}
