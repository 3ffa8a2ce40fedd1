import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { CreateLink } from '#features/payment-links/create-link.tsx';
import { paymentLinkListQuery, toPaymentLinkQuery } from '#features/payment-links/payment-link-queries.ts';
import { type PaymentLinkSearch, paymentLinkSearch } from '#features/payment-links/payment-link-filters.ts';
import { PaymentLinksPage } from '#features/payment-links/payment-link-list.tsx';
import { payByLinkHref, paymentLinkHref } from '#platform/hrefs.ts';
import { merchantQuery } from '#platform/merchant-query.ts';

const toListQuery = (search: PaymentLinkSearch & { applicationId?: string | undefined }) =>
  toPaymentLinkQuery(search, Date.now());

const rowHref = (row: { paymentIntentId: string }) => paymentLinkHref(row.paymentIntentId);

/** The payment links (§2). */
export const Route = createFileRoute('/_merchant/pay-by-link/')({
  staticData: { title: 'Pay by link' },
  validateSearch: paymentLinkSearch.read,
  loaderDeps: ({ search }) => search,
  // Not awaited: the page is shown immediately with placeholders.
  loader: ({ context, deps }) => {
    if (deps.applicationId) void context.queryClient.prefetchQuery(paymentLinkListQuery(toListQuery(deps)));
  },
  component: PayByLink,
});

function PayByLink() {
  const router = useRouter();
  const search = Route.useSearch();
  const { merchantId } = Route.useRouteContext();
  const { data: merchant } = useQuery(merchantQuery(merchantId));
  return (
    <PaymentLinksPage
      search={search}
      query={toListQuery(search)}
      rowHref={rowHref}
      onChange={(change, how) => void router.navigate({ href: payByLinkHref({ ...search, ...change }), ...how })}
      createLink={(isOpenedByHash) => (
        <CreateLink
          isOpenedByHash={isOpenedByHash}
          merchant={merchant}
          applicationId={search.applicationId}
          onCreated={(id) => void router.navigate({ href: paymentLinkHref(id) })}
        />
      )}
    />
  );
}
