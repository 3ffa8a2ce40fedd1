import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { QueryOf } from '@volume/contract/endpoint.ts';
import { getPaymentLink, listPaymentLinks, type PaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { utcDay } from '#design/days/date-presets.ts';
import { liveInterval } from '#lists/live/live-interval.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate, keepWritten, keysOf } from '#platform/queries/query-keys.ts';
import { paymentLinkListKeys } from '#platform/queries/shared-keys.ts';
import { type PaymentLinkSearch, paymentLinkSearch } from './payment-link-filters.ts';
import { isMoving } from './payment-link-labels.ts';

export type PaymentLinkQuery = QueryOf<typeof listPaymentLinks>;

/**
 * The request's query from the address (§7): links of the last 12 months since UTC midnight, with a zero-based page.
 * `now` is in milliseconds.
 */
export function toPaymentLinkQuery(
  { applicationId, ...search }: PaymentLinkSearch & { applicationId?: string | undefined },
  now: number,
): PaymentLinkQuery {
  return {
    applicationId,
    startDateTimeUtc: toWireTime(aYearBefore(now)),
    showOnlyLinks: true,
    showNotStarted: true,
    ...paymentLinkSearch.toPage(search, utcDay(now)),
  };
}

/** UTC midnight 12 months earlier; a day that the month does not have becomes its last day. */
function aYearBefore(now: number): number {
  const today = new Date(now);
  const [year, month] = [today.getUTCFullYear() - 1, today.getUTCMonth()];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(today.getUTCDate(), lastDay));
}

const paymentLinkKeys = keysOf('payment-intent');

/** One page of payment links, newest first; keeps the previous rows while new ones load. */
export function paymentLinkListQuery(query: PaymentLinkQuery) {
  return queryOptions({
    queryKey: paymentLinkListKeys.of(query),
    queryFn: ({ signal }) => call(listPaymentLinks, { query, signal, applicationId: query.applicationId }),
    placeholderData: keepPreviousData,
    // The request needs the application (§7), so it waits until that is known.
    enabled: query.applicationId !== undefined,
    // Links are paid elsewhere, so returning to the list refetches it.
    staleTime: 0,
  });
}

/** The kinds of changes that affect a payment link: its own and those of its attempts, which are payments. */
export const linkKinds = ['payment-intents', 'payments'] as const;

/**
 * A payment link with its attempts. While it can still change it is polled every five seconds at most, but not in a
 * hidden tab, after an error or under test automation (contract §9 Caching and retries, Constants).
 */
export function paymentLinkQuery(paymentIntentId: string) {
  return queryOptions({
    queryKey: paymentLinkKeys.of(paymentIntentId),
    queryFn: ({ signal }) => call(getPaymentLink, { params: { paymentIntentId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) =>
      error || !data || !isMoving(data) ? false : liveInterval(linkKinds),
    refetchOnWindowFocus: ({ state: { data } }) => (data && isMoving(data) ? 'always' : false),
  });
}

/** Puts a saved link into the cache of its page and the lists, and refetches the lists. */
export function keepPaymentLink(queryClient: QueryClient, paymentLink: PaymentLink): void {
  const lists = { queryKey: paymentLinkListKeys.all };
  keepWritten(queryClient, paymentLinkQuery(paymentLink.paymentIntentId).queryKey, paymentLink);
  queryClient.setQueriesData<{ content: PaymentLink[] }>(lists, (list) => {
    const replace = (row: PaymentLink) => (row.paymentIntentId === paymentLink.paymentIntentId ? paymentLink : row);
    return list && { ...list, content: list.content.map(replace) };
  });
  invalidate(queryClient, paymentLinkListKeys.all);
}
