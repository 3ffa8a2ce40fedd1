import { sayMoney } from '@volume/contract/money.ts';
import type { PaymentListItem } from '@volume/contract/pay-ins.ts';
import { toWireTime } from '@volume/contract/period.ts';
import {
  getReceipt as endpoint,
  receiptNote,
  receiptRefundWords,
  receiptState,
  receiptStatuses,
} from '@volume/contract/receipts.ts';
import { type DocumentClock, documentClock, type PaperDocument } from '#core/files.ts';
import { handleDocument } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { type PayInName, readPayIn, readPayInOf } from './list-pay-ins.ts';

/** That a payment was made, and what was paid back of it. 409 for one that was not made, or not yet. */
export const getReceipt = handleDocument(endpoint, async ({ params, query, caller, services }) => {
  const payment = await readPayIn(services.database, caller, params.paymentId);
  return receiptOf(services, { payment, names: await readNames(services.database, payment), zone: query.zone });
});

/**
 * The same document for who paid: the shop as the page they paid on calls it, and not the application, whose name is the
 * merchant's own.
 */
export async function readPayersReceipt(services: Services, name: PayInName, shopName: string) {
  const payment = await readPayInOf(services.database, name);
  const { bank } = await readNames(services.database, name);
  return receiptOf(services, { payment, names: { merchant: shopName, application: '', bank }, zone: undefined });
}

interface Shown {
  payment: PaymentListItem;
  names: Names;
  zone: string | undefined;
}

function receiptOf({ clock, settings }: Services, { payment, names, zone }: Shown): PaperDocument {
  if (!receiptStatuses.includes(payment.paymentStatus)) {
    throw new Problem(409, 'There is a receipt once the payment has been made.');
  }
  const on = documentClock(zone);
  return {
    name: `receipt-${payment.paymentId.slice(-8)}`,
    template: 'receipt',
    data: {
      ...names,
      ...toFacts(payment, on),
      zone: zone ?? 'UTC',
      madeAt: on.full(toWireTime(clock.now())),
      isSimulated: settings.provider === 'SIMULATED',
      note: receiptNote,
    },
  };
}

function toFacts(payment: PaymentListItem, on: DocumentClock) {
  const { paymentRequest, amountRefunded, payer } = payment;
  const { amount, currency, reference } = paymentRequest;
  return {
    paymentId: payment.paymentId,
    sum: sayMoney(amount, currency),
    paidAt: on.full(payment.createdAt),
    payer: payer?.name ?? '',
    reference: reference ?? '',
    order: payment.merchantPaymentId ?? payment.merchantReference ?? '',
    state: receiptState(payment),
    refunds: payment.refunds.map((refund) => ({
      at: on.time(refund.createdAtUtc),
      reference: refund.refundPaymentReference ?? '',
      state: receiptRefundWords[refund.refundStatus] ?? refund.refundStatus,
      amount: sayMoney(-refund.refundPaymentAmount, currency),
    })),
    kept: amountRefunded === 0 ? null : sayMoney(amount - amountRefunded, currency),
  };
}

interface Names {
  merchant: string;
  application: string;
  /** The payer's bank; empty where it is not known. */
  bank: string;
}

/** Who was paid, and by which bank. The payment was found before. */
async function readNames({ query }: Queries, { merchantId, paymentId }: PayInName): Promise<Names> {
  const [found] = await query<Names>(
    sql`SELECT m.company_name AS merchant, a.application_name AS application, coalesce(i.name, '') AS bank
     FROM payments AS p JOIN merchants AS m ON m.merchant_id = p.merchant_id
     JOIN applications AS a ON a.merchant_id = p.merchant_id AND a.application_id = p.application_id
     LEFT JOIN institutions AS i ON i.institution_id = p.institution_id
     WHERE p.merchant_id = ${merchantId} AND p.payment_id = ${paymentId}`,
  );
  if (!found) throw new Error('A payment without a merchant.');
  return found;
}
