import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { utcDay } from '#design/days/date-presets.ts';
import { PayInsPage } from '#features/pay-ins/pay-ins-page.tsx';
import { type PayInSearch, payInSearch } from '#features/pay-ins/pay-in-filters.ts';
import { payInList } from '#features/pay-ins/pay-in-list.tsx';
import { payInListQuery, toPayInQuery } from '#features/pay-ins/pay-in-list-query.ts';
import { buttonClass } from '#design/controls/button-class.ts';
import { usePartAfter } from '#design/overlay/use-late-part.ts';
import { payInHref, payInsHref, paymentIntentHref } from '#platform/hrefs.ts';
import { merchantQuery } from '#platform/merchant-query.ts';
import { Permitted } from '#platform/session/use-session.ts';

const queryOf = (search: PayInSearch, merchantId: string | undefined) =>
  toPayInQuery(search, { today: utcDay(Date.now()), merchantId });

const rowHref = (row: { paymentId: string }) => payInHref(row.paymentId);

/** The pay-in list (§2). */
export const Route = createFileRoute('/_merchant/payments/payin')({
  staticData: { title: 'Pay-ins' },
  validateSearch: payInSearch.read,
  loaderDeps: ({ search }) => search,
  // Not awaited: the page stands at once and its rows come into their place.
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(payInListQuery(queryOf(deps, context.merchantIdInCalls)));
  },
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
      query={queryOf(search, merchantIdInCalls)}
      rowHref={rowHref}
      hrefOf={payInsHref}
      onChange={(change) => void router.navigate({ href: payInsHref({ ...search, ...change }) })}
      newLink={
        <Permitted anyOf={['PAY_BY_LINK']}>
          <NewLink applicationId={search.applicationId} />
        </Permitted>
      }
    />
  );
}

const newLinkLabel = 'New link';
const loadCreateLink = () => import('#features/payment-intents/create/create-link.tsx');

function NewLink({ applicationId }: { applicationId: string | undefined }) {
  const router = useRouter();
  const { merchantId } = Route.useRouteContext();
  const { data: merchant } = useQuery(merchantQuery(merchantId));
  const late = usePartAfter(true, loadCreateLink);
  const open = (id: string) => void router.navigate({ href: paymentIntentHref(id) });
  if (late) return <late.CreateLink {...{ merchant, applicationId }} label={newLinkLabel} onCreated={open} />;
  // Keeps its place: what stands beside it does not move when it comes.
  return (
    <span aria-hidden="true" className={`${buttonClass('primary', 'm')} invisible`}>
      <Plus />
      {newLinkLabel}
    </span>
  );
}
