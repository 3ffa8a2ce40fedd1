import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { mayViewPayments } from '@volume/contract/access.ts';
import { currencies } from '@volume/contract/money/currencies.ts';
import { listPayIns, type PayInQuery } from '@volume/contract/pay-ins/pay-ins.ts';
import { callHeaders } from '@volume/contract/headers.ts';
import { type OverviewAsked, overviewPath } from '@volume/contract/screens/screen-calls.ts';
import { listPayouts } from '@volume/contract/payouts/payouts.ts';
import { listWebhookDeliveries } from '@volume/contract/webhooks/webhooks.ts';
import { getPaymentFailures, getPaymentsSummary, getRevenue } from '@volume/contract/balances/revenue.ts';
import { beginOverview } from '#platform/calls/begin-screen.ts';
import { wasRemembered } from '#platform/calls/capabilities.ts';
import { staleMs } from '#platform/query-client.ts';
import { tokenHolder } from '#platform/session/own-tab.ts';
import { authoritiesIn, isPermittedNow, readSession, storedToken } from '#platform/session/session.ts';
import { apiUrl, buildCommit } from '#platform/settings.ts';
import { call } from '#platform/provider-api.ts';
import { overviewKeys, payoutKeys, webhookDeliveryKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { toWirePeriod } from './figures.ts';
import type { Period } from './span.ts';

/** The merchant whose revenue is shown. Administrators name the merchant; a merchant's token implies it. */
export interface OverviewScope {
  applicationId: string | undefined;
  merchantId: string | undefined;
}

const sort = 'createdAt,desc';
const shownPayouts = 4;
const shownPayIns = 6;

export function summaryQuery(owner: OverviewScope, period: Period) {
  return queryOptions({
    queryKey: overviewKeys.of('summary', owner, period),
    queryFn: ({ signal }) =>
      call(getPaymentsSummary, {
        query: { ...owner, ...toWirePeriod(period), sort },
        signal,
        applicationId: owner.applicationId,
      }),
  });
}

/** Why pay-ins of a period failed. An endpoint of ours, called only where the deployment has it. */
export function failuresQuery(owner: OverviewScope, period: Period) {
  return queryOptions({
    queryKey: overviewKeys.of('failures', owner, period),
    queryFn: ({ signal }) =>
      call(getPaymentFailures, {
        query: { ...owner, ...toWirePeriod(period) },
        signal,
        applicationId: owner.applicationId,
      }),
  });
}

export function revenueQuery(owner: OverviewScope, period: Period) {
  return queryOptions({
    queryKey: overviewKeys.of('revenue', owner, period),
    queryFn: ({ signal }) =>
      call(getRevenue, {
        query: { ...owner, ...toWirePeriod(period), sort, periodType: 'DAY' },
        signal,
        applicationId: owner.applicationId,
      }),
  });
}

export const payInsOf = (owner: OverviewScope, period: Period, filter: Partial<PayInQuery> & { size: number }) =>
  ({ ...owner, ...toWirePeriod(period), page: 0, sort, includeNewPayments: true, ...filter }) as const;

/** The first pay-ins of a list, with the number of all in `totalElements`. */
export function payInsQuery(owner: OverviewScope, period: Period, filter: Partial<PayInQuery> & { size: number }) {
  const query = payInsOf(owner, period, filter);
  return queryOptions({
    queryKey: overviewKeys.of('pay-ins', query),
    queryFn: ({ signal }) => call(listPayIns, { query, signal, applicationId: owner.applicationId }),
  });
}

export const latestPayInsQuery = (owner: OverviewScope, period: Period) =>
  payInsQuery(owner, period, { size: shownPayIns });

/** The newest payouts of a period; never stale (§4). The endpoint takes one currency (§7), so it is called for each. */
export function payoutsQuery({ merchantId, applicationId }: Scope, period: Period) {
  const query = { merchantId, applicationId, ...toWirePeriod(period), page: 0, size: shownPayouts, sort } as const;
  return queryOptions({
    queryKey: payoutKeys.of('latest', query),
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        currencies.map((currency) =>
          call(listPayouts, {
            params: { merchantId, applicationId },
            query: { ...query, currency },
            signal,
            applicationId,
          }),
        ),
      );
      const newestFirst = pages
        .flatMap(({ content }) => content)
        // Compares plain strings, because a collator makes the browser load its tables.
        .toSorted((a, b) => (a.createdAtUtc < b.createdAtUtc ? 1 : -1));
      return newestFirst.slice(0, shownPayouts);
    },
    staleTime: Infinity,
  });
}

/** Failing webhook deliveries, counted in `totalElements`. */
export function failingWebhooksQuery({ merchantId, applicationId }: Scope, period: Period) {
  const { startDateTimeUtc: from, endDateTimeUtc: to } = toWirePeriod(period);
  const query = { state: [...failingStates], from, to, page: 0, size: 1 };
  return queryOptions({
    queryKey: webhookDeliveryKeys.of('failing', merchantId, query),
    queryFn: ({ signal }) =>
      call(listWebhookDeliveries, { params: { merchantId, applicationId }, query, signal, applicationId }),
  });
}
export const failingStates = ['FAILING', 'GAVE_UP'] as const;

/** Only the name, because the page reads no schema of this endpoint. */
const overviewCall = { method: 'GET', path: overviewPath } as const;

interface Shown {
  owner: OverviewScope;
  scope: Scope | undefined;
  now: Period;
  before: Period;
  /** The current UTC day. */
  today: string;
}

/** Prefetches the figures and the newest rows while the page's code loads, for users who may see them. */
export function prefetchOverview(queryClient: QueryClient, { owner, scope, now, before, today }: Shown): void {
  if (!isPermittedNow(mayViewPayments)) return;
  if (scope && wasRemembered(queryClient, overviewCall) && isAllStale(queryClient))
    beginOwn({ ...scope, ...now, today });
  void queryClient.prefetchQuery(summaryQuery(owner, now));
  void queryClient.prefetchQuery(summaryQuery(owner, before));
  void queryClient.prefetchQuery(revenueQuery(owner, { from: before.from, to: now.to }));
  void queryClient.prefetchQuery(latestPayInsQuery(owner, now));
  if (scope) void queryClient.prefetchQuery(payoutsQuery(scope, now));
}

/** When only some figures are refetched, such as those of another period, their single calls are fewer. */
const isAllStale = (queryClient: QueryClient): boolean =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: overviewKeys.all })
    .every(({ state }) => state.dataUpdatedAt < Date.now() - staleMs);

/** Requests the whole overview with one call; the queries take their answers from it. */
function beginOwn(asked: OverviewAsked): void {
  if (tokenHolder() !== 'own') return;
  const authorization = `Bearer ${storedToken()}`;
  const headers = callHeaders({ version: 'v0.7', commit: buildCommit, authorization, applicationId: undefined });
  beginOverview({ urlOf: apiUrl, headers, authorities: authoritiesIn(readSession()) }, asked);
}
