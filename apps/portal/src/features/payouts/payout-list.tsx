import { amountColumn, timeColumn } from '#lists/list-table.tsx';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { QueryOf } from '@volume/contract/endpoint.ts';
import type { Application } from '@volume/contract/merchants/merchants.ts';
import { exportPayouts, listPayouts, type OutboundPayment } from '@volume/contract/payouts/payouts.ts';
import { useCallback } from 'react';
import { Button } from '#design/controls/button.tsx';
import { LinkButton } from '#design/controls/link-button.tsx';
import { rangeText } from '#design/days/date-presets.ts';
import { Spinner } from '#design/feedback/spinner.tsx';
import type { ExplainTotal } from '#design/table/pager.tsx';
import { dash } from '#design/table/cells.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { PersonName } from '#design/text/person-name.tsx';
import { Age, RefreshButton, RefreshRefusal } from '#features/balances/refresh.tsx';
import type { FigureOf } from '#features/explain/explain-search.ts';
import { Figure } from '#features/explain/figure.tsx';
import { StatusTag } from '#features/pay-ins/status-tag.tsx';
import { moneyOutStatusLabel } from '#features/pay-ins/status-labels.ts';
import { OfferSamples } from '#features/sample-payments/offer-samples.tsx';
import { streamed } from '#lists/export/csv-source.ts';
import { ListPage } from '#lists/list-page.tsx';
import type { List, ListChange } from '#lists/list.ts';
import { useFound } from '#lists/use-found.ts';
import { balancesHref, newPayoutHref } from '#platform/hrefs.ts';
import { call } from '#platform/provider-api.ts';
import { useEverPaid } from '#platform/queries/ever-paid-query.ts';
import { payoutKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { useMoveMoneyDisabledReason } from '#platform/session/use-session.ts';
import { type PayoutSearch, payoutSearch } from './payout-filters.ts';
import { destinationAccount, payoutKind, PayoutSheet, recipientName } from './payout-sheet.tsx';

type PayoutQuery = QueryOf<typeof listPayouts>;

/** The request's query (§7), with a zero-based page. A missing filter of the endpoint is a compile error. */
export function toPayoutQuery(search: PayoutSearch, today: string, scope: Scope): PayoutQuery {
  return {
    ...payoutSearch.toPage(search, today),
    applicationId: scope.applicationId,
    merchantId: scope.merchantId,
    sort: search.sort === 'created-asc' ? ('createdAt,asc' as const) : ('createdAt,desc' as const),
  } satisfies Record<keyof PayoutQuery, unknown>;
}

/**
 * One page of payouts. Never stale (§4 Caching): only Refresh and the user's own writes refetch it. Keeps the previous
 * rows while new ones load.
 */
export function payoutListQuery(scope: Scope, query: PayoutQuery) {
  return queryOptions({
    queryKey: payoutKeys.of(scope, query),
    queryFn: ({ signal }) => call(listPayouts, { params: scope, query, signal, applicationId: scope.applicationId }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
}

export const payoutList: List<OutboundPayment, PayoutSearch> = {
  storage: 'payout',
  savedViews: 'payouts',
  live: { noun: 'payout', timeOf: ({ createdAtUtc }) => createdAtUtc, isManual: true },
  search: payoutSearch,
  rowKey: ({ payoutPaymentId }) => payoutPaymentId,
  rowLabel: ({ status, payoutRequestDetails: { destination } }) =>
    `${moneyOutStatusLabel(status).label}, ${recipientName(destination)}`,
  views: [{ name: 'All payouts', search: '' }],
  empty: (search, today) => ({
    title: `No ${search.currency ?? 'GBP'} payouts${search.searchFilter ? ` found by “${search.searchFilter}”` : ''}${search.statuses ? ' with this status' : ''}, ${rangeText(payoutSearch.daysOf(search, today) ?? {}, today) ?? 'any day'}`,
    detail: 'Payouts from your virtual accounts appear here, manual and scheduled.',
    actions: <FirstPayout applicationId={search.applicationId} />,
  }),
  columns: [
    {
      id: 'status',
      header: 'Status',
      width: 96,
      fits: true,
      card: 'state',
      isFixed: true,
      cell: ({ status }) => <StatusTag status={moneyOutStatusLabel(status)} />,
    },
    amountColumn({ sumOf: ({ payoutRequestDetails }) => payoutRequestDetails }),
    {
      id: 'to',
      header: 'To',
      card: 'who',
      isFixed: true,
      strong: true,
      fits: true,
      cell: ({ payoutRequestDetails: { destination } }) => <PersonName>{recipientName(destination)}</PersonName>,
    },
    {
      id: 'account',
      header: 'Account',
      width: 170,
      givesWay: 3,
      mono: true,
      soft: true,
      cell: ({ payoutRequestDetails: { destination } }) => {
        const number = destinationAccount(destination);
        return number === null ? dash : <IdText>{number}</IdText>;
      },
    },
    {
      id: 'reference',
      header: 'Reference',
      width: 140,
      givesWay: 2,
      mono: true,
      cell: ({ payoutRequestDetails: { reference } }) =>
        reference ? <IdText>{reference}</IdText> : <span className="text-ink-3">–</span>,
    },
    { id: 'type', header: 'Type', width: 72, givesWay: 1, soft: true, cell: ({ type }) => payoutKind(type) },
    timeColumn({ id: 'created', header: 'Created', timeOf: ({ createdAtUtc }) => createdAtUtc }),
  ],
};

/** The next step before there is a payout: without money, take a payment first. */
function FirstPayout({ applicationId }: { applicationId: string | undefined }) {
  return (
    <>
      {useEverPaid(applicationId) === false && <OfferSamples applicationId={applicationId} />}
      <LinkButton variant="quiet" href={balancesHref()}>
        Go to balances
      </LinkButton>
    </>
  );
}

const payoutFile = (scope: Scope, { page: _page, size: _size, ...query }: PayoutQuery) => ({
  name: `payouts-${query.currency}`,
  source: streamed(exportPayouts, { params: scope, query }),
});

/** The number of payouts that the list has found, on all its pages. A filter of the list that is missing here does not compile. */
function foundFigure(query: PayoutQuery): FigureOf {
  const { currency, startDateTimeUtc, endDateTimeUtc, statuses, globalSearch } = query;
  const filters = {
    currency,
    startDateTimeUtc,
    endDateTimeUtc,
    statuses: statuses?.join(','),
    globalSearch,
  } satisfies Record<Exclude<keyof PayoutQuery, keyof Scope | 'sort' | 'page' | 'size'>, unknown>;
  return { figure: 'PAYOUTS', ...filters };
}

interface PayoutsPageProps {
  application: Application;
  search: PayoutSearch;
  query: PayoutQuery;
  hrefOf: (search: PayoutSearch) => string;
  onChange: ListChange<PayoutSearch>;
}

const context = {};
const loadSelection = () => import('./payout-selection.tsx').then((module) => module.PayoutSelection);

/**
 * The payout list with one payout open next to it. It is never stale, so it shows when it was fetched (§4 Caching).
 * @throws the error of the first request, for the route's error card
 */
export function PayoutsPage({ application, query, ...page }: PayoutsPageProps) {
  const scope: Scope = { merchantId: application.merchantId, applicationId: application.applicationId };
  const options = payoutListQuery(scope, query);
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery(options);
  const { search, hrefOf, onChange } = page;
  const found = useFound(options, { of: `${scope.merchantId} ${scope.applicationId}`, search });
  const payOutDisabledReason = useMoveMoneyDisabledReason();
  const rowHref = useCallback(
    ({ payoutPaymentId }: OutboundPayment) => hrefOf({ ...search, payout: payoutPaymentId }),
    [search, hrefOf],
  );
  if (!data && !found.refused) {
    if (error) throw error;
    return <Pending />;
  }
  const refresh = () => void refetch({ cancelRefetch: false });
  const explainTotal: ExplainTotal = (range, shows) => (
    <Figure of={foundFigure(query)} shows={shows} name="Payouts in this list" announced={range} />
  );
  return (
    <>
      <ListPage
        list={payoutList}
        title="Payouts"
        found={{ ...found, error: null, isStale: isFetching }}
        file={payoutFile(scope, query)}
        query={{ scope, query }}
        loadSelection={loadSelection}
        explainTotal={found.refused ? undefined : explainTotal}
        aside={data && <Age readAt={dataUpdatedAt} />}
        firstActions={<RefreshButton busy={isFetching} onRefresh={refresh} />}
        actions={
          <Button href={newPayoutHref(search.currency ?? 'GBP')} disabledReason={payOutDisabledReason}>
            Make payout…
          </Button>
        }
        notice={error && !found.refused && <RefreshRefusal error={error} what="payouts" />}
        {...{ context, rowHref, ...page }}
      />
      <PayoutSheet
        payoutPaymentId={search.payout}
        listed={found.rows ?? []}
        accounts={application.payeeDetailsPerCurrency ?? []}
        scope={scope}
        onClose={() => onChange({ payout: undefined })}
      />
    </>
  );
}

/** The payouts' loading screen, with the specification's text (§2 Loading and error screens). */
function Pending() {
  return (
    <div className="grid min-h-[50vh] place-items-center">
      <Spinner sentence="Please wait. Fetching Payouts may take up to 10 seconds." />
    </div>
  );
}
