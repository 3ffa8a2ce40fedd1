import type { AccountIdentification } from '@volume/contract/merchants/account.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { lineLabel, type StatementLine } from '@volume/contract/balances/balances.ts';

/** The header of a file, about the whole period. Amounts are minor units. */
export interface StatementHead {
  madeAtUtc: string;
  /** The first and the last UTC day: `2026-11-01`. */
  from: string;
  to: string;
  /** True while the last day is not over. */
  isSoFar: boolean;
  currency: Currency;
  holder: string;
  /** The numbers that identify the account: an IBAN, or a sort code and an account number. */
  account: readonly AccountIdentification[];
  opening: bigint;
  closing: bigint;
  moneyIn: bigint;
  moneyOut: bigint;
  linesIn: number;
  linesOut: number;
}

/** A statement line whose amounts are exact at any size. */
export type FileLine = Omit<StatementLine, 'amount' | 'balanceAfter'> & {
  amount: number | bigint;
  balanceAfter: number | bigint;
};

/** Writes the lines of one statement, oldest first, between a beginning and an end. */
export interface StatementWriter {
  begin: string;
  line: (line: FileLine) => string;
  end: string;
}

/** The other party; we are it for fees. */
export const partyOf = ({ counterparty, kind }: FileLine): string => counterparty ?? (kind === 'FEE' ? 'Volume' : '');

/** What happened, with the id under which the portal and the API know it: `Pay-in 01900000-…`. */
export function remittanceOf(line: FileLine): string {
  return [lineLabel(line), line.paymentId ?? line.payoutPaymentId ?? line.exchangeId].filter(Boolean).join(' ');
}

/**
 * An id of at most 33 characters that is different for every line. A line's own id is longer: that of its transfer, and
 * its kind, since an exchange and its fee are one transfer.
 */
export function shortId({ id, kind }: FileLine): string {
  return `${id.split(':')[0]?.replaceAll('-', '')}${kind === 'FEE' ? 'F' : ''}`;
}

/** True for money that came back, in either direction. */
export const isReturn = ({ kind }: FileLine): boolean => kind === 'RETURN';

export const absolute = (minor: number | bigint): bigint => (minor < 0 ? -BigInt(minor) : BigInt(minor));

/** The UTC day of a wire time or day as digits, its year with four or two: `20261121`, `261121`. */
export const plainDay = (utc: string, yearDigits: 2 | 4): string => utc.slice(4 - yearDigits, 10).replaceAll('-', '');

/** `31/12/2026` */
export const britishDay = (utc: string): string => utc.slice(0, 10).split('-').toReversed().join('/');

/** The numbers of the account without spaces and hyphens. `number` is the IBAN's or the account's own. */
export function identify({ account }: StatementHead): { iban?: string; sortCode?: string; number: string } {
  const find = (type: string): string | undefined =>
    account.find((each) => each.type === type)?.number.replaceAll(/[\s-]/g, '');
  const [iban, sortCode] = [find('IBAN'), find('SORT_CODE')];
  return {
    ...(iban === undefined ? {} : { iban }),
    ...(sortCode === undefined ? {} : { sortCode }),
    number: iban ?? find('ACCOUNT_NUMBER') ?? account[0]?.number ?? '',
  };
}

/** The first characters of a text, none of which is cut in half. */
export const shorten = (text: string, most: number): string => [...text].slice(0, most).join('').trim();

/** Letters that decomposing does not turn into Latin ones. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Ø: 'O',
  ø: 'o',
  Œ: 'OE',
  œ: 'oe',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ð: 'D',
  ð: 'd',
  Þ: 'Th',
  þ: 'th',
  ı: 'i',
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': "'",
  '”': "'",
  '"': "'",
  '&': '+',
  _: '-',
  ';': ',',
  '…': '...',
};

/** Replaces each character that a format lacks by its nearest spelling, or by `missing` when it has none. */
export function spell(text: string, isKnown: (character: string) => boolean, missing: string): string {
  const write = (character: string): string => {
    if (isKnown(character)) return character;
    const other = spelled[character] ?? '';
    return other !== '' && [...other].every(isKnown) ? other : missing;
  };
  const nearest = (character: string): string =>
    isKnown(character) ? character : [...character.normalize('NFKD').replaceAll(/\p{M}/gu, '')].map(write).join('');
  return [...text.normalize('NFC')].map(nearest).join('');
}
