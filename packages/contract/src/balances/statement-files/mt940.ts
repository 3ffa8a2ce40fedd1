import { majorText } from '@volume/contract/money/money.ts';
import {
  absolute,
  type FileLine,
  isReturn,
  identify,
  partyOf,
  plainDay,
  remittanceOf,
  shorten,
  shortId,
  spell,
  type StatementHead,
  type StatementWriter,
} from './statement-file.ts';

/** SWIFT MT940: one statement, with the parties in `:86:` as `/EREF/…/NAME/…/REMI/…`. */
export function mt940(head: StatementHead): StatementWriter {
  const { currency, from, to } = head;
  const balance = (minor: bigint, day: string): string =>
    `${minor < 0 ? 'D' : 'C'}${plainDay(day, 2)}${currency}${amount(minor)}`;
  return {
    begin: lines(
      `:20:V${plainDay(from, 2)}${plainDay(to, 2)}`,
      `:25:${accountOf(head)}`,
      ':28C:1/1',
      `:60F:${balance(head.opening, from)}`,
    ),
    line: (line) => lines(movementOf(line), `:86:${detailsOf(line)}`),
    end: lines(`:62F:${balance(head.closing, to)}`, '-'),
  };
}

const lines = (...texts: string[]): string => texts.map((text) => `${text}\r\n`).join('');

const amount = (minor: number | bigint): string => majorText(absolute(minor)).replace('.', ',');

function accountOf(head: StatementHead): string {
  const { iban, sortCode, number } = identify(head);
  return swift(iban ?? [sortCode, number].filter(Boolean).join('/')).slice(0, 35);
}

const types = {
  PAY_IN: 'NTRF',
  REFUND: 'NTRF',
  PAYOUT: 'NTRF',
  RETURN: 'NRTI',
  EXCHANGE: 'NFEX',
  FEE: 'NCHG',
} as const;

function movementOf(line: FileLine): string {
  const [isOut, isBack] = [line.amount < 0, isReturn(line)];
  // RC is a credit that was taken back, RD a debit that came back.
  const mark = isBack ? (isOut ? 'RC' : 'RD') : isOut ? 'D' : 'C';
  const reference = swift(line.reference ?? '').trim();
  // The field has 16 characters; the whole reference is in :86:.
  const fits = reference !== '' && reference.length <= 16 && !/^\/|\/\/|\/$/.test(reference);
  const day = plainDay(line.atUtc, 2);
  return `:61:${day}${day.slice(2)}${mark}${amount(line.amount)}${types[line.kind]}${fits ? reference : 'NONREF'}//${shortId(line).slice(-16)}`;
}

/** `:86:` has six lines of 65 characters. */
const lineLength = 65;

function detailsOf(line: FileLine): string {
  const part = (word: string, text: string, most: number): string => {
    const value = shorten(inDetails(text), most);
    return value === '' ? '' : `/${word}/${value}`;
  };
  const text = `${part('EREF', line.reference ?? '', 35)}${part('NAME', partyOf(line), 70)}${part('REMI', remittanceOf(line), 140)}`;
  return wrap(text).join('\r\n');
}

/** A text between slashes must not look like one of their words. */
function inDetails(text: string): string {
  const plain = swift(text)
    .trim()
    .replaceAll(/^\/+|\/+$/g, '');
  return /\/\/|\/(BIC|[A-Z]{4})\//.test(`/${plain}/`) ? plain.replaceAll('/', '-') : plain;
}

/** A line begins with no colon and no hyphen, because those begin a field and end the message, and with no space. */
function wrap(text: string): string[] {
  if (text.length <= lineLength) return [text];
  let end = lineLength;
  while (end > 1 && (/[ :-]/.test(text[end] ?? '') || text[end - 1] === ' ')) end -= 1;
  return [text.slice(0, end), ...wrap(text.slice(end))];
}

const isSwift = (character: string): boolean => /^[A-Za-z0-9/\-?:().,'+ ]$/.test(character);

const swift = (text: string): string => spell(text.replaceAll(/\s+/g, ' '), isSwift, '.');
