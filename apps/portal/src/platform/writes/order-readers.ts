import { getPayIn } from '@volume/contract/pay-ins/pay-ins.ts';
import { getPayout } from '@volume/contract/payouts/payouts.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import type { ReadOrder } from './follow-order.ts';

export const payoutReader =
  (scope: Scope, payoutPaymentId: string): ReadOrder =>
  async (signal) => {
    const params = { ...scope, payoutPaymentId };
    const { status, statusDescription } = await call(getPayout, { params, signal, applicationId: scope.applicationId });
    return { status, words: statusDescription };
  };

/** A refund is read with its payment. */
export const refundReader =
  (paymentId: string, refundId: string): ReadOrder =>
  async (signal) => {
    const { refunds } = await call(getPayIn, { params: { paymentId }, signal });
    const refund = refunds.find((each) => each.refundId === refundId);
    return refund && { status: refund.refundStatus, words: refund.refundStatusDescription };
  };
