import { readDigits, toMinorUnits } from '@volume/contract/money/amount-digits.ts';
import { type CollectedOfx, collectOfx, type Found } from './collect-ofx.ts';
import { pickReference, readDetails } from './csv-text.ts';
import { type BankLine, type BankStatement, dayFrom, tidy, UnreadableStatement } from './statement.ts';

/** Whether a file that begins like this is OFX, also as QFX or QBO. */
export const isOfx = (start: string): boolean => /^\s*OFXHEADER\s*:|<\?OFX\s|<OFX[\s>]/i.test(start);

interface ReadMovement {
  /** Empty for a movement that is left out. */
  line?: BankLine;
  reason?: string | undefined;
  /** The bank's id of the line that this one replaces or deletes. */
  corrects: string;
}

/**
 * Reads OFX 1 (SGML) and OFX 2 (XML), one page for each statement of a bank account or a card.
 * @throws UnreadableStatement when it was cut off, has an error or no such statement, or a movement cannot be read
 */
export function readOfx(text: string): BankStatement[] {
  const hasSigns = /<TRNAMT>\s*[-+]/i.test(text);
  const typeDecides = !hasSigns && new RegExp(String.raw`<TRNTYPE>\s*(${moneyOut})\s*<`, 'i').test(text);
  let number = 0;
  const all = collectOfx<ReadMovement>(text, (found, statement, isPending) => {
    const own = valueOf(found, 'STMTTRN/CORRECTFITID');
    const corrects = own === valueOf(found, 'STMTTRN/FITID') ? '' : own;
    const reason = reasonToLeaveOut(found, isPending);
    if (reason !== undefined) return { reason, corrects };
    number += 1;
    return { line: toLine(found, { number, typeDecides, currency: currencyOf(statement.found) }), corrects };
  });
  refuse(all);
  return all.statements.map(toPage);
}

const valueOf = (found: Found, ...keys: string[]): string => {
  for (const key of keys) {
    const value = found.get(key);
    if (value !== undefined) return value;
  }
  return '';
};

const wayOut = 'Download the statement again from your bank, or take it as CAMT.053, MT940 or CSV.';

function refuse({ statements, states, names, hasStray, isCut, isOpen }: ReturnType<typeof collectOfx>): void {
  const error = states.find(
    (state) => /^ERROR$/i.test(valueOf(state, 'STATUS/SEVERITY')) && /[^0]/.test(valueOf(state, 'STATUS/CODE')),
  );
  if (error) {
    const [code, message] = [valueOf(error, 'STATUS/CODE'), valueOf(error, 'STATUS/MESSAGE').slice(0, 200)];
    const said = message === '' ? `error ${code}` : `error “${message}” (${code})`;
    throw new UnreadableStatement(`This OFX file has the bank’s ${said} instead of a statement. ${wayOut}`);
  }
  if (isCut)
    throw new UnreadableStatement(
      'This OFX file ends before its last tag (</OFX>): it was cut off. Download the statement again from your bank.',
    );
  if (isOpen)
    throw new UnreadableStatement(
      `A movement or a list in this OFX file has no end, so lines can be missing. ${wayOut}`,
    );
  if (hasStray)
    throw new UnreadableStatement(
      `A movement in this OFX file belongs to no statement, so its account is not known. ${wayOut}`,
    );
  if (statements.length > 0) return;
  throw new UnreadableStatement(
    names.has('INVSTMTRS')
      ? 'This OFX file has only the statement of an investment account. Download the statement of the bank account as OFX, CAMT.053, MT940 or CSV.'
      : 'This OFX file has no statement of a bank account or a card. Download the statement as OFX, CAMT.053, MT940 or CSV from your bank.',
  );
}

function toPage({ found, movements }: CollectedOfx<ReadMovement>): BankStatement {
  const corrected = new Set(movements.map(({ corrects }) => corrects).filter(Boolean));
  const lines: BankLine[] = [];
  const leftOutBecause: Record<string, number> = {};
  for (const { line, reason = corrected.has(line?.bankId ?? '') ? changed : undefined } of movements) {
    if (line && reason === undefined) lines.push({ ...line, number: lines.length + 1 });
    else if (reason !== undefined) leftOutBecause[reason] = (leftOutBecause[reason] ?? 0) + 1;
  }
  return {
    format: 'OFX',
    account: accountOf(found),
    currency: currencyOf(found) || undefined,
    lines,
    leftOut: movements.length - lines.length,
    leftOutBecause,
    ...closingOf(found, lines),
  };
}

const currencyOf = (found: Found): string => valueOf(found, 'STMTRS/CURDEF', 'CCSTMTRS/CURDEF').toUpperCase();

/** `20041010/731506` or `30002/00550/0000157845Z`. Only the number if the bank's code is a name, or is in it. */
function accountOf(found: Found): string | undefined {
  const number = valueOf(found, 'BANKACCTFROM/ACCTID', 'CCACCTFROM/ACCTID');
  const bank = valueOf(found, 'BANKACCTFROM/BANKID');
  const branch = valueOf(found, 'BANKACCTFROM/BRANCHID');
  const isWhole = !/^\d/.test(number) || number.replace(/\D/g, '').startsWith(bank.replace(/\D/g, ''));
  if (isWhole || !/^[\d .-]{4,}$/.test(bank) || !/[1-9]/.test(bank)) return number || undefined;
  return [bank, ...(/^\d{3,5}$/.test(branch) && /[1-9]/.test(branch) ? [branch] : []), number].join('/');
}

/**
 * The balance is the closing one only if its day is at the end of the list. Many banks state the balance on the day of
 * the download, also for an earlier period.
 */
function closingOf(found: Found, lines: readonly BankLine[]): Pick<BankStatement, 'closing' | 'closedOn'> {
  const lastLine = lines.reduce<number | undefined>((last, { day }) => Math.max(last ?? day, day), undefined);
  const end = readDay(valueOf(found, 'BANKTRANLIST/DTEND'));
  const day = readDay(valueOf(found, 'LEDGERBAL/DTASOF'));
  const isClosing = day !== undefined && day <= (end ?? day) && day >= (lastLine ?? day);
  const { sign, minor } = readAmount(valueOf(found, 'LEDGERBAL/BALAMT'));
  if (!isClosing || minor === undefined) return { closedOn: end ?? lastLine };
  return { closing: sign === '-' ? 0 - minor : minor, closedOn: day };
}

const changed = 'replaced or deleted by the bank';

function reasonToLeaveOut(found: Found, isPending: boolean): string | undefined {
  if (isPending || /^HOLD$/i.test(valueOf(found, 'STMTTRN/TRNTYPE'))) return 'not booked yet';
  return /^DELETE$/i.test(valueOf(found, 'STMTTRN/CORRECTACTION')) ? changed : undefined;
}

interface Context {
  /** The number of the movement in the file, from 1. */
  number: number;
  /** True when no amount of the file has a sign. */
  typeDecides: boolean;
  currency: string;
}

function toLine(found: Found, { number, typeDecides, currency }: Context): BankLine {
  const day = readDay(valueOf(found, 'STMTTRN/DTPOSTED'));
  if (day === undefined) throw unreadable(number, 'day', valueOf(found, 'STMTTRN/DTPOSTED'));
  const said = readDetails(valueOf(found, 'STMTTRN/MEMO'));
  const numbers = ['STMTTRN/REFNUM', 'STMTTRN/CHECKNUM'].map((key) => valueOf(found, key).replace(/^0+$/, ''));
  const { reference, others } = pickReference([said.reference, ...numbers]);
  const own = valueOf(found, 'CURRENCY/CURSYM', 'STMTTRN/CURRENCY').toUpperCase();
  const symbol = own || valueOf(found, 'ORIGCURRENCY/CURSYM', 'STMTTRN/ORIGCURRENCY');
  const rate = [symbol, valueOf(found, 'CURRENCY/CURRATE', 'ORIGCURRENCY/CURRATE')];
  return {
    number,
    day,
    amount: directionOf(found, number, typeDecides) * amountOf(found, number) || 0,
    currency: own || currency,
    name: valueOf(found, 'STMTTRN/EXTDNAME', 'STMTTRN/NAME', 'PAYEE/NAME', 'STMTTRN/PAYEE') || said.name,
    reference,
    text: tidy([said.text, ...others, ...(symbol === currency ? [] : rate)].join(' ')),
    bankId: valueOf(found, 'STMTTRN/FITID'),
  };
}

function amountOf(found: Found, number: number): number {
  const written = valueOf(found, 'STMTTRN/TRNAMT');
  const { minor, hasFractions } = readAmount(written);
  if (hasFractions)
    throw new UnreadableStatement(
      `The amount of movement ${number.toLocaleString('en-GB')} of this OFX file has more than two decimals: “${written.slice(0, 40)}”. ${askAgain}`,
    );
  if (minor === undefined) throw unreadable(number, 'amount', written);
  return minor;
}

const moneyOut = 'DEBIT|D|OUT|DIRECTDEBIT|CHECK|FEE|SRVCHG';
const moneyIn = 'CREDIT|C|IN|DIRECTDEP|DEP|INT|DIV';

/** The sign decides. Only if no amount of the file has one, the type does. */
function directionOf(found: Found, number: number, typeDecides: boolean): 1 | -1 {
  const [written, type] = [valueOf(found, 'STMTTRN/TRNAMT'), valueOf(found, 'STMTTRN/TRNTYPE')];
  if (!typeDecides) return readAmount(written).sign === '-' ? -1 : 1;
  const isType = (types: string): boolean => new RegExp(`^(${types})$`, 'i').test(type);
  if (isType(moneyOut)) return -1;
  if (isType(moneyIn)) return 1;
  throw new UnreadableStatement(
    `Movement ${number.toLocaleString('en-GB')} of this OFX file, “${written.slice(0, 40)}”, has no sign, and its type “${type}” does not say whether money came in or went out. ${askAgain}`,
  );
}

const askAgain = 'Ask your bank for the file again, or take its CSV.';

const unreadable = (number: number, what: string, written: string): UnreadableStatement =>
  new UnreadableStatement(
    `Movement ${number.toLocaleString('en-GB')} of this OFX file has no ${what}${written === '' ? '' : ` that can be read: “${written.slice(0, 40)}”`}. ${askAgain}`,
  );

/** The day as the bank wrote it; its time zone is ignored. */
function readDay(text: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(text) ?? [];
  return year === undefined ? undefined : dayFrom(Number(year), Number(month), Number(day));
}

interface Amount {
  sign: string;
  /** Undefined for fractions of a penny and for a text that is not an amount. */
  minor?: number;
  hasFractions: boolean;
}

/** The last mark is the decimal one. Some banks separate thousands before it, which the standard forbids. */
function readAmount(text: string): Amount {
  const [, sign = '', written = ''] = /^([-+]?) ?([\d., ]+)$/.exec(text) ?? [];
  const mark = /[.,](?=\d*$)/.exec(written)?.[0] === ',' ? ',' : '.';
  const digits = readDigits(written, mark, 'by three');
  const hasFractions = digits !== undefined && /[1-9]/.test(digits.fraction.slice(2));
  const minor = digits && toMinorUnits(digits);
  return { sign, hasFractions, ...(minor === undefined ? {} : { minor }) };
}
