import { type Currency, sayMoney } from '@volume/contract/money.ts';
import { receiptNote, receiptRefundWords, type ReceiptState, receiptStates } from '@volume/contract/receipts.ts';

/** What a receipt says around the payment's own words, in the language of who reads it. */
export interface ReceiptWords {
  /** For numbers and dates, and the language the document says it is in. */
  locale: string;
  /** An amount in minor units, never negative. */
  money: (minor: number, currency: Currency) => string;
  states: Record<ReceiptState, string>;
  refundStates: Readonly<Record<string, string>>;
  labels: ReceiptLabels;
}

/** A receipt as the page its payer paid on shows the payment. */
export interface PayersLook {
  shopName: string;
  words: ReceiptWords;
}

/** The words the template writes, by their place on the paper. */
export interface ReceiptLabels {
  title: string;
  simulated: string;
  /** `£12.50 paid to Shop by Name on 21 Nov 2026`, in this order. */
  paidTo: string;
  by: string;
  on: string;
  status: string;
  bank: string;
  reference: string;
  order: string;
  application: string;
  paymentId: string;
  refunds: string;
  date: string;
  state: string;
  amount: string;
  left: string;
  made: string;
  timesIn: string;
  /** `Page 1 of 2` */
  page: string;
  pageOf: string;
  note: string;
}

/** The merchant's own copy: the portal speaks English. */
export const merchantsReceipt: ReceiptWords = {
  locale: 'en-GB',
  money: sayMoney,
  states: receiptStates,
  refundStates: receiptRefundWords,
  labels: {
    title: 'Receipt',
    simulated: 'Made with simulated money: nothing on it was really paid.',
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
