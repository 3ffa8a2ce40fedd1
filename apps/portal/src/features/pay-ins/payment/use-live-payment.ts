import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayInPage, PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { useEffect, useRef } from 'react';
import { payInPageKeys, paymentDetailsQuery, paymentQuery } from '#features/pay-ins/pay-in-queries.ts';
import { liveInterval, onLiveChange } from '#lists/live/live-interval.ts';

const finalStatuses: readonly PaymentListItem['paymentStatus'][] = ['FAILED', 'SETTLED'];

/**
 * True when a payment no longer changes without an action (contract §4): its status is final, no refund is in progress
 * and the provider does not hold it.
 */
function isFinal(row: PaymentListItem): boolean {
  if (row.amountRefunding > 0 || row.statusTags.includes('HELD')) return false;
  return finalStatuses.includes(row.paymentStatus) || (row.paymentStatus === 'COMPLETED' && !row.isToVirtualAccount);
}

const kinds = ['payments'] as const;

/**
 * Polls a payment and its story until it is final; pauses while the page is hidden and stops on an error (contract §9
 * Caching and retries).
 */
export function useLivePayment(paymentId: string) {
  const queryClient = useQueryClient();
  const payment = useQuery({
    ...paymentQuery(queryClient, paymentId),
    refetchInterval: ({ state: { data, error } }) => (error || !data || isFinal(data) ? false : liveInterval(kinds)),
    refetchOnWindowFocus: ({ state: { data } }) => (data && !isFinal(data) ? 'always' : false),
  });
  const details = useQuery(paymentDetailsQuery(paymentId));
  const { data: row, refetch: refetchPayment } = payment;
  const shown = useRef(row);
  const { refetch } = details;
  const isDone = !row || isFinal(row);
  useEffect(() => (isDone ? undefined : onLiveChange(kinds, () => void refetchPayment())), [isDone, refetchPayment]);
  useEffect(() => {
    if (row && shown.current?.paymentId === row.paymentId && shown.current !== row) {
      void refetch();
      // Updates the cached list, so that going back shows the same state.
      queryClient.setQueriesData<PayInPage>({ queryKey: payInPageKeys }, (page) => page && withRow(page, row));
    }
    shown.current = row;
  }, [row, refetch, queryClient]);
  return { payment, details };
}

function withRow(page: PayInPage, row: PaymentListItem): PayInPage {
  if (!page.content.some(({ paymentId }) => paymentId === row.paymentId)) return page;
  return { ...page, content: page.content.map((each) => (each.paymentId === row.paymentId ? row : each)) };
}
