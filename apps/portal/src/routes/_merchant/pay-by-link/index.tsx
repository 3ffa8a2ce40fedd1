import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { CreateLink } from '#features/payment-intents/create-link.tsx';
import { paymentIntentListQuery, toPaymentIntentQuery } from '#features/payment-intents/payment-intent-queries.ts';
import { type PaymentIntentSearch, paymentIntentSearch } from '#features/payment-intents/payment-intent-filters.ts';
import { PaymentIntentsPage } from '#features/payment-intents/payment-intent-list.tsx';
import { payByLinkHref, paymentIntentHref } from '#platform/hrefs.ts';
import { merchantQuery } from '#platform/merchant-query.ts';

const toListQuery = (search: PaymentIntentSearch & { applicationId?: string | undefined }) =>
  toPaymentIntentQuery(search, Date.now());

const rowHref = (row: { paymentIntentId: string }) => paymentIntentHref(row.paymentIntentId);

/** The payment links (§2). */
export const Route = createFileRoute('/_merchant/pay-by-link/')({
  staticData: { title: 'Pay by link' },
  validateSearch: paymentIntentSearch.read,
  loaderDeps: ({ search }) => search,
  // Not awaited: the page is shown immediately with placeholders.
  loader: ({ context, deps }) => {
    if (deps.applicationId) void context.queryClient.prefetchQuery(paymentIntentListQuery(toListQuery(deps)));
  },
  component: PayByLink,
});

function PayByLink() {
  const router = useRouter();
  const search = Route.useSearch();
  const { merchantId } = Route.useRouteContext();
  const { data: merchant } = useQuery(merchantQuery(merchantId));
  return (
    <PaymentIntentsPage
      search={search}
      query={toListQuery(search)}
      rowHref={rowHref}
      onChange={(change, how) => void router.navigate({ href: payByLinkHref({ ...search, ...change }), ...how })}
      createLink={
        <CreateLink
          merchant={merchant}
          applicationId={search.applicationId}
          onCreated={(id) => void router.navigate({ href: paymentIntentHref(id) })}
        />
      }
    />
  );
}
