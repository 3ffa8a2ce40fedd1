import Papa from 'papaparse';

export type BookKind = 'PAY_IN' | 'PAYOUT' | 'REFUND' | 'RETURN' | 'EXCHANGE' | 'FEE';

/** A payment, payout or line of a virtual account that should be at the bank, with the sign as the bank shows it. */
export interface BookEntry {
  id: string;
  kind: BookKind;
  /** UTC, in days since 1970-01-01. */
  day: number;
  /** UTC, as the API writes it. */
  atUtc: string;
  /** Minor units. */
  amount: number;
  currency: string;
  name: string;
  /** The most distinctive first. */
  references: string[];
  status: string;
  /** The id for its page, if it is a payment or payout. */
  paymentId: string | undefined;
  payoutId: string | undefined;
  /** The account that received a payout: IBAN, or sort code and number. */
  destination: string[];
}

const msPerDay = 86_400_000;
const dayOf = (time: string): number => Math.floor(Date.parse(`${time.slice(0, 10)}T00:00:00Z`) / msPerDay);

const minorOf = (text: string): number => Math.round(Number(text) * 100);

/** Removes the apostrophe with which exports keep a cell from being a formula. */
const bare = (text: string): string => (/^'[=+\-@\t\r＝＋－＠]/.test(text) ? text.slice(1) : text);

type Row = (name: string) => string;

/** The rows of one of our exports, read by column name. The time zone in the header's brackets is dropped. */
function readRows(csv: string): Row[] {
  const { data } = Papa.parse<string[]>(csv, { delimiter: ',', skipEmptyLines: 'greedy' });
  const [header = [], ...rows] = data;
  const places = new Map(header.map((name, at) => [name.replace(/ \(.*\)$/, ''), at] as const));
  return rows.map((row) => (name) => bare(row[places.get(name) ?? -1] ?? ''));
}

const references = (...texts: string[]): string[] => texts.filter((text) => text !== '');

/** Payments received directly on the merchant's bank account, from `GET payments/export`. */
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

/** Payouts that reach a bank, from `GET …/outbound-payments/export`. */
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

/** All lines of a virtual account, from `GET …/statement/export`; amounts are already signed. */
export function readStatementLines(csv: string): BookEntry[] {
  const seen = new Map<string, number>();
  // Decisions are kept by the ids, so later lines, which come first in the file, must not change those of earlier ones.
  const oldestFirst = readRows(csv).toReversed();
  const entries = oldestFirst.map((cell): BookEntry => {
    const id = [cell('Kind'), cell('Payment id') || cell('Payout id') || cell('Exchange id') || cell('At')].join(' ');
    const times = seen.get(id) ?? 0;
    seen.set(id, times + 1);
    return {
      id: times === 0 ? id : `${id} ${times}`,
      kind: cell('Kind') as BookKind,
      day: dayOf(cell('At')),
      atUtc: cell('At'),
      amount: minorOf(cell('Amount')),
      currency: cell('Currency'),
      // The screen shows the kind in front of the name.
      name: cell('Description').replace(/^(Pay-in|Payout|Refund) (from|to) /, ''),
      references: references(cell('Reference'), cell('Payment id'), cell('Payout id'), cell('Exchange id')),
      status: '',
      paymentId: cell('Payment id') || undefined,
      payoutId: cell('Payout id') || undefined,
      destination: [],
    };
  });
  return entries.toReversed();
}
