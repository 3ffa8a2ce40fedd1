import { toMinorUnits } from '@volume/contract/money/amount-digits.ts';
import { SaxesParser } from 'saxes';
import { type Collected, collectCamt } from './collect-camt.ts';
import { describeEntry, type Entry, first, type Found } from './describe-camt-entry.ts';
import { type BankLine, type BankStatement, dayFrom, UnreadableStatement } from './statement.ts';

/**
 * Reads any version of CAMT.053, one page for each `Stmt`, including batches whose details have their own amounts.
 * Refuses document types and custom entities.
 * @throws UnreadableStatement when it is truncated, malformed or another message
 */
export function readCamt(text: string): BankStatement[] {
  if (/<!DOCTYPE html|<html[\s>]/i.test(text.slice(0, 2000))) {
    throw new UnreadableStatement(
      'This is a web page, not a bank statement. Download the statement as CAMT.053, MT940, OFX or CSV from your bank.',
    );
  }
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) {
    throw new UnreadableStatement('This XML declares a document type, which no bank statement needs. It was not read.');
  }
  return parse(text.trimStart()).map(toPage);
}

const sliceLength = 65_536;

/** The lines of an entry, or the reason why it is left out. */
type ReadEntry = BankLine[] | string;

function parse(text: string): Collected<ReadEntry>[] {
  const parser = new SaxesParser({ position: false, xmlns: false });
  let number = 0;
  const collector = collectCamt<ReadEntry>((entry, { account }) => {
    number += 1;
    const reason = reasonToLeaveOut(first(entry.found, 'Sts/Cd', 'Sts/Prtry', 'Ntry/Sts'));
    return reason ?? toLines(entry, number, account);
  });
  parser.on('opentag', ({ name, attributes }) => collector.open(name.replace(/^.*:/, ''), attributes['Ccy'] ?? ''));
  parser.on('text', collector.text);
  parser.on('cdata', collector.text);
  parser.on('closetag', collector.close);
  parser.on('error', (error) => {
    throw new UnreadableStatement(
      /unclosed tag|unexpected end/i.test(error.message)
        ? 'This XML file ends in the middle: it was cut off. Download the statement again from your bank.'
        : `This XML is broken (${error.message.replace(/^\d+:\d+: /, '')}). Download the statement again from your bank.`,
    );
  });
  for (let at = 0; at < text.length; at += sliceLength) parser.write(text.slice(at, at + sliceLength));
  parser.close();
  if (collector.statements.length === 0) throw anotherMessage(collector.names);
  return collector.statements;
}

const messages: readonly [string, string][] = [
  ['BkToCstmrAcctRpt', 'a CAMT.052 account report: it lists the movements during a day, which can still change'],
  ['BkToCstmrDbtCdtNtfctn', 'a CAMT.054 notification: it lists single movements, not all of an account'],
  ['CstmrCdtTrfInitn', 'a PAIN.001 payment order, not a statement'],
  ['CstmrDrctDbtInitn', 'a PAIN.008 direct debit order, not a statement'],
  ['OFC', 'an OFC file, which is older than OFX'],
];

function anotherMessage(names: ReadonlySet<string>): UnreadableStatement {
  const known = messages.find(([name]) => names.has(name))?.[1];
  return new UnreadableStatement(
    known === undefined
      ? 'This XML is not a bank statement (CAMT.053 or OFX). Download the statement as CAMT.053, MT940, OFX or CSV from your bank.'
      : `This is ${known}. Download the statement as CAMT.053, MT940, OFX or CSV from your bank.`,
  );
}

function toPage({ account, entries, balances }: Collected<ReadEntry>): BankStatement {
  const lines = entries.filter((entry) => typeof entry !== 'string').flat();
  const reasons = entries.filter((entry) => typeof entry === 'string');
  const leftOutBecause: Record<string, number> = {};
  for (const reason of reasons) leftOutBecause[reason] = (leftOutBecause[reason] ?? 0) + 1;
  const read = balances.map((balance) => toBalance(balance));
  const currency = account.get('Acct/Ccy')?.[0] ?? read[0]?.currency ?? lines[0]?.currency;
  return {
    format: 'CAMT.053',
    account: first(account, 'Id/IBAN', 'Id/Othr/Id', 'Othr/Id') || undefined,
    currency,
    lines: lines.map((line, at) => ({ ...line, number: at + 1, currency: line.currency || currency || '' })),
    leftOut: reasons.length,
    leftOutBecause,
    ...openingAndClosing(read.filter((each) => each.currency === '' || each.currency === currency)),
  };
}

function reasonToLeaveOut(status: string): string | undefined {
  switch (status) {
    case 'BOOK':
    case '':
      return undefined;
    case 'PDNG':
      return 'not booked yet';
    case 'INFO':
      return 'for information only';
    case 'FUTR':
      return 'booked in the future';
    default:
      return `with the status ${status}`;
  }
}

interface Balance {
  type: string;
  amount: number | undefined;
  currency: string;
  day: number | undefined;
}

function toBalance({ found, currency }: { found: Found; currency: string }): Balance {
  const amount = toMinor(first(found, 'Bal/Amt'));
  return {
    type: first(found, 'CdOrPrtry/Cd', 'CdOrPrtry/Prtry'),
    amount: amount === undefined || first(found, 'Bal/CdtDbtInd') !== 'DBIT' ? amount : 0 - amount,
    currency,
    day: readDay(first(found, 'Bal/Dt', 'Dt/Dt', 'Dt/DtTm')),
  };
}

/** A statement of several pages has interim balances (ITBD), the opening one first. */
function openingAndClosing(balances: readonly Balance[]): Pick<BankStatement, 'opening' | 'closing' | 'closedOn'> {
  const of = (type: string): Balance[] => balances.filter((each) => each.type === type);
  const interim = of('ITBD');
  const [closing = interim.at(-1)] = of('CLBD');
  const [opening = of('PRCD')[0] ?? interim.find((each) => each !== closing)] = of('OPBD');
  return { opening: opening?.amount, closing: closing?.amount, closedOn: closing?.day };
}

/**
 * One line per entry, or one per transaction of a batch when their amounts add up to the entry's. `number` is the
 * entry's in the file, from 1.
 */
function toLines(entry: Entry, number: number, account: Found): BankLine[] {
  const { found, details } = entry;
  const day = readDay(first(found, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm'));
  const total = toMinor(first(found, 'Ntry/Amt'));
  const way = first(found, 'Ntry/CdtDbtInd');
  if (day === undefined || total === undefined || (way !== 'DBIT' && way !== 'CRDT')) {
    throw new UnreadableStatement(
      `Entry ${number.toLocaleString('en-GB')} of this CAMT.053 file has no date, no amount or no direction. Download the statement again from your bank.`,
    );
  }
  const sign = way === 'DBIT' ? -1 : 1;
  const amounts = details.map((each) => {
    const amount = toMinor(first(each.found, 'TxDtls/Amt', 'TxAmt/Amt'));
    const own = first(each.found, 'TxDtls/CdtDbtInd');
    return amount === undefined || own === '' || own === way ? amount : 0 - amount;
  });
  const isBatch = details.length > 1 && amounts.reduce<number>((sum, each) => sum + (each ?? 0), 0) === total;
  const parts = isBatch ? details.map((each) => [each]) : [details];
  return parts.map((part, at) => ({
    // Replaced when all entries of the statement are known.
    number: 0,
    day,
    amount: sign * (isBatch ? (amounts[at] ?? 0) : total),
    currency: entry.currency,
    ...describeEntry({ found, details: part, isCredit: sign > 0, account }),
  }));
}

function readDay(text: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? [];
  return year === undefined ? undefined : dayFrom(Number(year), Number(month), Number(day));
}

function toMinor(text: string): number | undefined {
  const [, whole, fraction = ''] = /^\+?(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  return whole === undefined || !/\d/.test(text) ? undefined : toMinorUnits({ whole, fraction });
}
