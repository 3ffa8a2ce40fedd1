import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PaymentListItem } from '@volume/contract/pay-ins.ts';
import { useEffect, useRef } from 'react';
import { paymentDetailsQuery, paymentQuery } from '#features/pay-ins/payment/payment-query.ts';
import { readSettings } from '#platform/settings.ts';

const firstMs = 5_000;
const longestMs = 60_000;

/**
 * Milliseconds until a payment with a refund on its way is read again: five seconds at first, ever longer for one that
 * has been waiting; false when there is none, and under test automation (contract §9 Caching, Constants).
 */
export function refundPollMs(row: PaymentListItem | undefined, now: number): number | false {
  if (!row || row.amountRefunding === 0 || readSettings().isTestAutomation) return false;
  const changed = Math.max(...row.refunds.map(({ updatedAtUtc }) => Date.parse(`${updatedAtUtc.replace(/Z$/, '')}Z`)));
  return Math.min(Math.max((now - changed) / 4 || firstMs, firstMs), longestMs);
}

/** A payment and its story; live while a refund is on its way, paused while hidden, stopped by an error. */
export function useLivePayment(paymentId: string) {
  const queryClient = useQueryClient();
  const payment = useQuery({
    ...paymentQuery(queryClient, paymentId),
    refetchInterval: ({ state }) => (state.error ? false : refundPollMs(state.data, Date.now())),
  });
  const details = useQuery(paymentDetailsQuery(paymentId));
  const { data: row } = payment;
  const shown = useRef(row);
  const { refetch } = details;
  useEffect(() => {
    if (shown.current?.paymentId === row?.paymentId && shown.current !== row) void refetch();
    shown.current = row;
  }, [row, refetch]);
  return { payment, details };
}
