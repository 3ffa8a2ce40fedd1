import { createFileRoute, useRouter } from '@tanstack/react-router';
import { feeStatementQuery } from '#features/fees/fee-queries.ts';
import { monthIn, readFeeSearch } from '#features/fees/fee-search.ts';
import { FeeStatementPage } from '#features/fees/fee-statement-page.tsx';
import { adminFeesHref, adminMerchantFeesHref, adminPaymentsHref } from '#platform/hrefs.ts';

/** The fee statement of one merchant, for administrators (contract §8, Fees). */
export const Route = createFileRoute('/admin/fees/$merchantId')({
  staticData: { title: 'Fees' },
  validateSearch: readFeeSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { merchantId }, deps }) =>
    void queryClient.prefetchQuery(feeStatementQuery(merchantId, monthIn(deps))),
  component: Fees,
});

function Fees() {
  const router = useRouter();
  const { merchantId } = Route.useParams();
  const month = monthIn(Route.useSearch());
  return (
    <FeeStatementPage
      merchantId={merchantId}
      month={month}
      isForAll
      breadcrumbs={[{ label: 'Fees', href: adminFeesHref({ month }) }, { label: 'Statement' }]}
      hrefOf={({ currency, ...of }) =>
        adminPaymentsHref({ ...of, merchantId, currencies: [currency], paymentStatuses: ['COMPLETED', 'SETTLED'] })
      }
      onMonth={(next) => void router.navigate({ href: adminMerchantFeesHref(merchantId, { month: next }) })}
    />
  );
}
