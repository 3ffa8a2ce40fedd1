import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { utcDay } from '#design/days/date-presets.ts';
import { CreateLink } from '#features/payment-links/create-link.tsx';
import { PayInsPage } from '#features/pay-ins/pay-ins-page.tsx';
import { type PayInSearch, payInSearch, toPayInQuery } from '#features/pay-ins/pay-in-filters.ts';
import { payInList } from '#features/pay-ins/pay-in-list.tsx';
import { payInListQuery } from '#features/pay-ins/pay-in-queries.ts';
import { beforeFirstDrawing } from '#shell/routing/first-drawing.ts';
import { payInHref, payInsHref, paymentLinkHref } from '#platform/hrefs.ts';
import { merchantQuery } from '#platform/merchant-query.ts';
import { Permitted } from '#platform/session/use-session.ts';

const toListQuery = (search: PayInSearch, merchantId: string | undefined) =>
  toPayInQuery(search, { today: utcDay(Date.now()), merchantId });

const rowHref = (row: { paymentId: string }) => payInHref(row.paymentId);

/** The pay-in list (§2). */
export const Route = createFileRoute('/_merchant/payments/payin')({
  staticData: { title: 'Pay-ins' },
  validateSearch: payInSearch.read,
  loaderDeps: ({ search }) => search,
  // The page is shown immediately with placeholders, unless its rows are about to arrive.
  loader: ({ context, deps }) =>
    beforeFirstDrawing(() =>
      context.queryClient.prefetchQuery(payInListQuery(toListQuery(deps, context.merchantIdInCalls))),
    ),
  component: PayIns,
});

function PayIns() {
  const router = useRouter();
  const search = Route.useSearch();
  const { merchantIdInCalls } = Route.useRouteContext();
  return (
    <PayInsPage
      title="Pay-ins"
      list={payInList}
      search={search}
      query={toListQuery(search, merchantIdInCalls)}
      rowHref={rowHref}
      hrefOf={payInsHref}
      onChange={(change, how) => void router.navigate({ href: payInsHref({ ...search, ...change }), ...how })}
      newLink={
        <Permitted anyOf={['PAY_BY_LINK']}>
          <NewLink applicationId={search.applicationId} />
        </Permitted>
      }
    />
  );
}

function NewLink({ applicationId }: { applicationId: string | undefined }) {
  const router = useRouter();
  const { merchantId } = Route.useRouteContext();
  const { data: merchant } = useQuery(merchantQuery(merchantId));
  const open = (id: string) => void router.navigate({ href: paymentLinkHref(id) });
  return <CreateLink {...{ merchant, applicationId }} onCreated={open} />;
}
