import type { Queries } from '#database/database.ts';
import { selectPayment, type PaymentRow, type TellableEvent, toPaymentBody } from './payment-body.ts';
import { type MoneyOutRow, selectPayout, selectRefund, toPayoutBody, toRefundBody } from './money-out-body.ts';

/** The body of an event (contract §6), null when its object is gone or the merchant wants no webhook for it. */
export async function renderBody({ query }: Queries, event: TellableEvent): Promise<object | null> {
  const { merchantId, objectId } = event;
  if (event.kind === 'PAYMENT') {
    const [row] = await query<PaymentRow>(selectPayment(merchantId, objectId));
    return row && (!row.is_external || row.wants_external) ? toPaymentBody(row, event) : null;
  }
  const isRefund = event.kind === 'REFUND';
  const [row] = await query<MoneyOutRow>((isRefund ? selectRefund : selectPayout)(merchantId, objectId));
  if (!row) return null;
  return isRefund ? toRefundBody(row, event) : toPayoutBody(row, event);
}
