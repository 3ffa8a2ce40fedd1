import type { refundStatuses } from '@volume/contract/pay-ins/labels.ts';
import type { ReceiptLabels } from '@volume/contract/pay-ins/receipts.ts';
import type { Attempt } from '#payment-links/attempts/lock-attempt.ts';
import type { Reason } from '#payment-links/attempts/start-attempt.ts';

/** Failure reasons that a shopper can do something about. */
export type Failure =
  | 'CANCELLED'
  | 'NOT_APPROVED'
  | 'FUNDS'
  | 'LIMIT'
  | 'NOT_PROVED'
  | 'SUSPECTED'
  | 'UNAVAILABLE'
  | 'ACCOUNT_CLOSED'
  | 'LINK_EXPIRED'
  | 'SHOP_CLOSED'
  | 'BEGAN_AGAIN'
  | 'PAID_FIRST'
  | 'SHOP_ACCOUNT'
  | 'UNKNOWN';

/** A heading and its text. */
export interface PageMessage {
  title: string;
  text: string;
}

/** A payment as the payer's mails describe it. */
export interface MailedPayment {
  shop: string;
  amount: string;
  at: string;
}

/** The payer's mails: a subject and a sentence, then the link to the receipt, then why the mail was sent. */
interface MailWords {
  greeting: string;
  receipt: (payment: MailedPayment) => PageMessage;
  refund: (payment: MailedPayment, refunded: string) => PageMessage;
  /** The line with the payment's reference. */
  reference: (reference: string) => string;
  link: string;
  why: string;
}

/** The labels of the payer's receipt, in addition to the texts of the page. */
type PaperWords = Omit<ReceiptLabels, 'simulated' | 'status' | 'reference' | 'application'> & {
  /** The result of a refund, by its status. */
  refundStates: Record<(typeof refundStatuses)[number], string>;
};

/** All texts of the pay pages in one language. Names and amounts are passed already formatted. */
export interface PayTexts {
  /** For numbers and dates. */
  locale: string;
  /** The language's own name. */
  ownName: string;
  language: string;
  payTo: (shop: string) => string;
  order: (id: string) => string;
  chooseBank: string;
  searchBanks: (count: number) => string;
  search: string;
  noBankFound: string;
  noBank: string;
  usedLast: string;
  name: string;
  /** Opens the field for the name. */
  addName: string;
  nameHint: string;
  cancel: string;
  foot: string;
  sandbox: string;
  over: (shop: string) => Record<Reason, PageMessage>;
  waiting: (bank: string, amount: string) => PageMessage;
  openBank: (bank: string) => string;
  otherBank: string;
  sending: (shop: string, amount: string) => PageMessage;
  paid: (payment: { shop: string; amount: string; bank: string; at: string }) => PageMessage;
  notMade: string;
  notCharged: string;
  failures: (bank: string) => Record<Failure, string>;
  back: (shop: string) => string;
  reference: string;
  status: string;
  /** Where the money of a completed payment is, by its hold. UNDER_WAY: the bank has sent it. */
  arrival: Record<Attempt['hold'] | 'UNDER_WAY', string>;
  receipt: string;
  paper: PaperWords;
  /** The form to request the receipt by mail. */
  mailForm: { label: string; hint: string; send: string; asked: string; wrong: string };
  mails: MailWords;
  quote: (shop: string) => string;
  yourBank: string;
  /**
   * By HTTP status; `unknown` when the payment may have been made, `receipt` for a failed receipt, `other` for all
   * other errors.
   */
  problems: Record<'400' | '404' | '422' | '429' | 'unknown' | 'receipt' | 'other', PageMessage>;
  trace: string;
}

/** Maps the stored reasons of banks and providers (for merchants) to reasons for shoppers. */
const failures: Readonly<Record<string, Failure>> = {
  'The payer cancelled at the bank': 'CANCELLED',
  'The payer did not approve the payment within 15 minutes': 'NOT_APPROVED',
  'Consent expired before the payment was submitted': 'NOT_APPROVED',
  'Insufficient funds in the payer account': 'FUNDS',
  'Daily limit of the payer account exceeded': 'LIMIT',
  'Strong customer authentication failed': 'NOT_PROVED',
  'The bank rejected the payment: suspected fraud': 'SUSPECTED',
  'The bank is not available at the moment': 'UNAVAILABLE',
  'The payer account is closed or blocked': 'ACCOUNT_CLOSED',
  'The payment link had expired': 'LINK_EXPIRED',
  'The shop cannot take payments at the moment': 'SHOP_CLOSED',
  'The payer began again': 'BEGAN_AGAIN',
  'Another payment for this link was made first': 'PAID_FIRST',
};

export function failureOf(reason: string | null): Failure {
  if (reason?.includes('->')) return 'SHOP_ACCOUNT';
  return failures[reason ?? ''] ?? 'UNKNOWN';
}
