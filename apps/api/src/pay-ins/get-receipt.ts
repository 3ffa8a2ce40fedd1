import type { PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { sayMoney } from '@volume/contract/money/money.ts';
import {
  getReceipt as endpoint,
  type PayersLook,
  receiptNote,
  receiptRefundLabels,
  receiptState,
  receiptStates,
  receiptStatuses,
  type ReceiptWords,
  sharedReference,
} from '@volume/contract/pay-ins/receipts.ts';
import { type DocumentClock, documentClock, type PaperDocument } from '#core/files.ts';
import { handleDocument } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import { inSnapshot, type Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { type PayInName, readPayIn, readPayInOf } from './list-pay-ins.ts';

/** The receipt of a payment, including its refunds. 409 when it was not made, or not yet. */
export const getReceipt = handleDocument(endpoint, async ({ params, query, caller, services }) => {
  const { payment, names } = await inSnapshot(services.database, async (snapshot) => {
    const payment = await readPayIn(snapshot, caller, params.paymentId);
    return { payment, names: await readNames(snapshot, payment) };
  });
  // The payer learns the merchant's name, but not which user made the receipt; Activity has the user.
  return receiptOf(services, { payment, names, madeBy: names.merchant, zone: query.zone, words: merchantsReceipt });
});

/**
 * The receipt for the payer, in the language of the hosted pay page, under the shop's public name. The application's
 * name is internal to the merchant and left out.
 */
export async function readPayersReceipt(services: Services, name: PayInName, { shopName, words }: PayersLook) {
  const { payment, bank } = await inSnapshot(services.database, async (snapshot) => ({
    payment: await readPayInOf(snapshot, name),
    bank: (await readNames(snapshot, name)).bank,
  }));
  const names = { merchant: shopName, application: '', bank };
  return receiptOf(services, { payment, names, madeBy: '', zone: undefined, words });
}

interface Shown {
  payment: PaymentListItem;
  names: Names;
  /** Empty when the payer makes it. */
  madeBy: string;
  zone: string | undefined;
  words: ReceiptWords;
}

function receiptOf({ clock, settings }: Services, { payment, names, madeBy, zone, words }: Shown): PaperDocument {
  if (!receiptStatuses.includes(payment.paymentStatus)) {
    throw new Problem(409, 'There is a receipt once the payment has been made.', { code: 'NOT_PAID' });
  }
  const on = documentClock(zone, words.locale);
  return {
    name: `receipt-${payment.paymentId.slice(-8)}`,
    template: 'receipt',
    data: {
      ...names,
      ...toFacts(payment, on, words),
      zone: zone ?? 'UTC',
      madeAt: on.full(toWireTime(clock.now())),
      madeBy,
      isSimulated: settings.provider === 'SIMULATED',
      labels: words.labels,
      locale: words.locale,
    },
  };
}

function toFacts(payment: PaymentListItem, on: DocumentClock, { money, states, refundStates }: ReceiptWords) {
  const { paymentRequest, amountRefunded, payer } = payment;
  const { amount, currency } = paymentRequest;
  return {
    paymentId: payment.paymentId,
    sum: money(amount, currency),
    paidAt: on.full(payment.createdAt),
    payer: payer?.name ?? '',
    reference: sharedReference(payment) ?? '',
    order: payment.merchantPaymentId ?? '',
    state: states[receiptState(payment)],
    refunds: payment.refunds.map((refund) => ({
      at: on.time(refund.createdAtUtc),
      reference: refund.refundPaymentReference ?? '',
      state: refundStates[refund.refundStatus] ?? refund.refundStatus,
      amount: `−${money(refund.refundPaymentAmount, currency)}`,
    })),
    kept: amountRefunded === 0 ? null : money(amount - amountRefunded, currency),
  };
}

interface Names {
  merchant: string;
  application: string;
  bank: string;
}

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

/** The merchant's copy is in English, like the portal. */
const merchantsReceipt: ReceiptWords = {
  locale: 'en-GB',
  money: sayMoney,
  states: receiptStates,
  refundStates: receiptRefundLabels,
  labels: {
    title: 'Receipt',
    simulated: 'Test environment: no real payments.',
    paidTo: 'paid to',
    by: 'by',
    on: 'on',
    status: 'Status',
    bank: 'Bank',
    reference: 'Reference',
    order: 'Order',
    application: 'Application',
    paymentId: 'Payment id',
    refunds: 'Refunds',
    date: 'Date',
    state: 'State',
    amount: 'Amount',
    left: 'Left after refunds',
    made: 'Made',
    timesIn: 'times in',
    page: 'Page',
    pageOf: 'of',
    note: receiptNote,
  },
};
