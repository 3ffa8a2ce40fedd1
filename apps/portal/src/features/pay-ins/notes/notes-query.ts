import { queryOptions, useQuery } from '@tanstack/react-query';
import { getPaymentNotes, type PaymentReview } from '@volume/contract/pay-ins/notes.ts';
import type { PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { instantOf } from '#design/text/format-date.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from '#platform/queries/query-keys.ts';

const noteKeys = keysOf('payment-notes');

export const notesQuery = (paymentId: string) =>
  queryOptions({
    queryKey: noteKeys.of(paymentId),
    queryFn: ({ signal }) => call(getPaymentNotes, { params: { paymentId }, signal }),
    // Another user may be adding notes at the same time.
    refetchOnWindowFocus: 'always',
  });

export interface Attention {
  /** Why the payment needs attention, whether it was reviewed or not; undefined when it does not. */
  reason: string | undefined;
  /** Undefined while it is loading, and where the deployment has no reviews. */
  review: PaymentReview | null | undefined;
}

/** Loads the review only of a payment that needs attention. */
export function useAttention(row: PaymentListItem | undefined, now: number): Attention {
  const isSupported = useCanDo(getPaymentNotes);
  const reason = row && attentionOf(row, now);
  const { data } = useQuery({ ...notesQuery(row?.paymentId ?? ''), enabled: isSupported && reason !== undefined });
  return { reason, review: data?.review };
}

const day = 86_400_000;

/** Returns why a payment needs attention, by the same rules as the overview's count; undefined when it does not. */
export function attentionOf(row: PaymentListItem, now: number): string | undefined {
  if (row.statusTags.includes('HELD')) return 'Held for review';
  if (row.paymentStatus === 'FAILED') return 'Failed';
  const isPaid = row.paymentStatus === 'COMPLETED' || row.paymentStatus === 'SETTLED';
  if (row.riskCategory === 'HIGH' && isPaid && row.amountRefunded === 0) return 'High risk, not yet refunded';
  const isOnItsWay = row.paymentStatus === 'AUTHORIZED' || row.paymentStatus === 'PENDING';
  const since = instantOf(row.createdAt)?.getTime() ?? now;
  return isOnItsWay && now - since > day ? 'Pending for more than a day' : undefined;
}
