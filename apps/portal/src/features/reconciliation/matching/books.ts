import Papa from 'papaparse';

export type BookKind = 'PAY_IN' | 'PAYOUT' | 'REFUND' | 'RETURN' | 'EXCHANGE' | 'FEE';

/** What should be at the bank: one payment, payout or line of a virtual account, signed as the bank's account sees it. */
export interface BookEntry {
  id: string;
  kind: BookKind;
  /** UTC, in days since 1970-01-01. */
  day: number;
  /** The UTC time as the wire writes it. */
  atUtc: string;
  /** Minor units. */
  amount: number;
  currency: string;
  name: string;
  /** The most telling first. */
  references: string[];
  status: string;
  /** The page it has, where it is a payment or payout. */
  paymentId: string | undefined;
  payoutId: string | undefined;
  /** Where a payout went: IBAN, or sort code and number. */
  destination: string[];
}

const msPerDay = 86_400_000;
const dayOf = (time: string): number => Math.floor(Date.parse(`${time.slice(0, 10)}T00:00:00Z`) / msPerDay);

const minorOf = (text: string): number => Math.round(Number(text) * 100);

/** A cell of an export, without the apostrophe that keeps it from being a formula. */
const bare = (text: string): string => (/^'[=+\-@\t\r＝＋－＠]/.test(text) ? text.slice(1) : text);

type Row = (name: string) => string;

/** The rows of an export of ours, each by its columns' names; the zone in a header's brackets is left out. */
function readRows(csv: string): Row[] {
  const { data } = Papa.parse<string[]>(csv, { delimiter: ',', skipEmptyLines: 'greedy' });
  const [header = [], ...rows] = data;
  const places = new Map(header.map((name, at) => [name.replace(/ \(.*\)$/, ''), at] as const));
  return rows.map((row) => (name) => bare(row[places.get(name) ?? -1] ?? ''));
}

const references = (...texts: string[]): string[] => texts.filter((text) => text !== '');

/** Payments that were paid straight to the merchant's own bank, of `GET payments/export`. */
export const readPayments = (csv: string): BookEntry[] =>
  readRows(csv).map((cell) => ({
    id: cell('Payment id'),
    kind: 'PAY_IN',
    day: dayOf(cell('Created')),
    atUtc: cell('Created'),
    amount: minorOf(cell('Amount')),
    currency: cell('Currency'),
    name: cell('Payer'),
    references: references(
      cell('Merchant payment id'),
      cell('Reference'),
      cell('Merchant reference'),
      cell('Payment id'),
    ),
    status: cell('Status'),
    paymentId: cell('Payment id'),
    payoutId: undefined,
    destination: [],
  }));

/** Those of its payouts that reach a bank, of `GET …/outbound-payments/export`. */
export const readPayouts = (csv: string): BookEntry[] =>
  readRows(csv)
    .filter((cell) => !['FAILED', 'CANCELLED', 'RETURNED'].includes(cell('status')))
    .map((cell) => ({
      id: cell('payoutPaymentId'),
      kind: 'PAYOUT',
      day: dayOf(cell('createdAtUtc')),
      atUtc: cell('createdAtUtc'),
      amount: minorOf(cell('amount')),
      currency: cell('currency'),
      name: cell('destinationName'),
      references: references(cell('reference'), cell('payoutPaymentId')),
      status: cell('status'),
      paymentId: undefined,
      payoutId: cell('payoutPaymentId'),
      destination: [cell('iban'), `${cell('sortCode')}${cell('accountNumber')}`, cell('accountNumber')].filter(Boolean),
    }));

/** Every line of a virtual account, of `GET …/statement/export`; already signed. */
export const readStatementLines = (csv: string): BookEntry[] =>
  readRows(csv).map((cell, at) => ({
    id: [cell('Kind'), cell('Payment id') || cell('Payout id') || cell('Exchange id'), at].join(' '),
    kind: cell('Kind') as BookKind,
    day: dayOf(cell('At')),
    atUtc: cell('At'),
    amount: minorOf(cell('Amount')),
    currency: cell('Currency'),
    // Said before the name on the screen.
    name: cell('Description').replace(/^(Pay-in|Payout|Refund) (from|to) /, ''),
    references: references(cell('Reference'), cell('Payment id'), cell('Payout id')),
    status: '',
    paymentId: cell('Payment id') || undefined,
    payoutId: cell('Payout id') || undefined,
    destination: [],
  }));
