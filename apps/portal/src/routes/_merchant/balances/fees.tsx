import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { mayViewPayments } from '@volume/contract/access.ts';
import { feeStatementQuery } from '#features/fees/fee-queries.ts';
import { monthIn, readFeeSearch } from '#features/fees/fee-search.ts';
import { FeeStatementPage } from '#features/fees/fee-statement-page.tsx';
import { balancesHref, feesHref, payInsHref } from '#platform/hrefs.ts';
import { merchantQuery } from '#platform/merchant-query.ts';
import { requireAuthority } from '#shell/routing/guards.ts';

/** A merchant’s fees for a month (contract §8, Fees). */
export const Route = createFileRoute('/_merchant/balances/fees')({
  staticData: { title: 'Fees' },
  validateSearch: readFeeSearch,
  beforeLoad: (arrival) =>
    requireAuthority(arrival, mayViewPayments, balancesHref(), 'You don’t have permission to view fees.'),
  loaderDeps: ({ search }) => search,
  // Not awaited: the page is shown immediately with placeholders.
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(feeStatementQuery(context.merchantId, monthIn(deps))),
  component: Fees,
});

function Fees() {
  const router = useRouter();
  const search = Route.useSearch();
  const { merchantId } = Route.useRouteContext();
  const { data: merchant } = useQuery(merchantQuery(merchantId));
  return (
    <FeeStatementPage
      merchantId={merchantId}
      month={monthIn(search)}
      breadcrumbs={[{ label: 'Balances', href: balancesHref() }, { label: 'Fees' }]}
      hrefOf={({ currency, ...of }) =>
        payInsHref({ ...of, currencies: [currency], paymentStatuses: ['COMPLETED', 'SETTLED'] })
      }
      onMonth={(month) => void router.navigate({ href: feesHref({ month }) })}
      notes={
        (merchant?.applications.length ?? 1) > 1
          ? ['Fees are for all applications; a list of pay-ins shows one application at a time.']
          : []
      }
    />
  );
}
