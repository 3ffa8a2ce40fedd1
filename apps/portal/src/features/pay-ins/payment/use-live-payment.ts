import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayInPage, PaymentListItem } from '@volume/contract/pay-ins.ts';
import { useEffect, useRef } from 'react';
import { liveInterval, onReturn } from '#lists/live/live-interval.ts';
import { paymentDetailsQuery, paymentQuery } from './payment-query.ts';

const finalStatuses: readonly PaymentListItem['paymentStatus'][] = ['FAILED', 'SETTLED'];

/** True when nothing more happens to a payment by itself (contract §4): its status is final, no refund is on its way and the provider does not hold it. */
export function isFinal(row: PaymentListItem): boolean {
  if (row.amountRefunding > 0 || row.statusTags.includes('HELD')) return false;
  return finalStatuses.includes(row.paymentStatus) || (row.paymentStatus === 'COMPLETED' && !row.isToVirtualAccount);
}

/** A payment and its story, live until it is final; paused while hidden, stopped by an error (contract §9 Caching and retries). */
export function useLivePayment(paymentId: string) {
  const queryClient = useQueryClient();
  const payment = useQuery({
    ...paymentQuery(queryClient, paymentId),
    refetchInterval: ({ state: { data, error } }) => (error || !data || isFinal(data) ? false : liveInterval()),
    refetchOnWindowFocus: ({ state: { data } }) => (data && !isFinal(data) ? 'always' : false),
  });
  const details = useQuery(paymentDetailsQuery(paymentId));
  const { data: row, refetch: readAgain } = payment;
  const shown = useRef(row);
  const { refetch } = details;
  const isOver = !row || isFinal(row);
  useEffect(() => (isOver ? undefined : onReturn(() => void readAgain())), [isOver, readAgain]);
  useEffect(() => {
    if (row && shown.current?.paymentId === row.paymentId && shown.current !== row) {
      void refetch();
      // The list one came from shows the same when one goes back to it.
      queryClient.setQueriesData<PayInPage>({ queryKey: ['pay-ins'] }, (page) => page && withRow(page, row));
    }
    shown.current = row;
  }, [row, refetch, queryClient]);
  return { payment, details };
}

function withRow(page: PayInPage, row: PaymentListItem): PayInPage {
  if (!page.content.some(({ paymentId }) => paymentId === row.paymentId)) return page;
  return { ...page, content: page.content.map((each) => (each.paymentId === row.paymentId ? row : each)) };
}
