import { toMinorUnits } from '@volume/contract/money/amount-digits.ts';
import { breaksWords, readDetails } from './mt940-details.ts';
import { realReference } from './sepa-markers.ts';
import { type BankLine, type BankStatement, dayFrom, tidy, UnreadableStatement } from './statement.ts';

interface Field {
  tag: string;
  value: string;
}

/**
 * Reads SWIFT MT940, one page for each message in the file, with the banks' variants of :61: and :86:.
 * @throws UnreadableStatement for an MT942, when a statement has no closing balance, or a movement cannot be read
 */
export function readMt940(text: string): BankStatement[] {
  const messages = toMessages(toFields(text));
  refuseCut(messages);
  const isBroken = breaksWords(messages.flat().flatMap(({ tag, value }) => (tag === '86' ? [value] : [])));
  let before = 0;
  let account: string | undefined;
  return messages.map((fields) => {
    const page = toPage(fields, before, isBroken);
    before += page.lines.length;
    // Later pages of the same statement can leave the account out.
    account = page.account ?? account;
    return { ...page, account };
  });
}

/** Fields such as `:61:…` with their continuation lines; everything else is the envelope. */
function toFields(text: string): Field[] {
  const fields: Field[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const begun = /^(?:\{.*\{4:\s*)?:(\d\d[A-Z]?):(.*)$/.exec(line);
    const last = fields.at(-1);
    if (begun) fields.push({ tag: begun[1] ?? '', value: begun[2] ?? '' });
    else if (last && !/^(-\}?|\{.*|-)$/.test(line)) last.value += `\n${line}`;
  }
  return fields;
}

/** A new message begins at :20:, or at an account or opening balance when the one before is closed. */
function toMessages(fields: readonly Field[]): Field[][] {
  const messages: Field[][] = [];
  for (const field of fields) {
    const last = messages.at(-1) ?? [];
    const isNext = field.tag === '20' ? last.some(hasMoney) : /^(25P?|60[FM])$/.test(field.tag) && isClosed(last);
    if (isNext || messages.length === 0) messages.push([]);
    messages.at(-1)?.push(field);
  }
  return messages.filter((message) => message.some(hasMoney));
}

const hasMoney = ({ tag }: Field): boolean => /^(6\d|34)/.test(tag);
const isClosed = (message: readonly Field[]): boolean => message.some(({ tag }) => /^62[FM]$/.test(tag));

function refuseCut(messages: readonly Field[][]): void {
  const has = (message: readonly Field[], tag: RegExp): boolean =>
    message.some(
      (field) => tag.test(field.tag) && (!field.tag.startsWith('6') || readBalance(field.value) !== undefined),
    );
  for (const message of messages) {
    if (!has(message, /^60[FM]$/) && has(message, /^(34F|13D|90[CD])$/)) throw interimReport();
  }
  const incomplete = messages.findIndex((message) => !has(message, /^60[FM]$/) || !has(message, /^62[FM]$/));
  const message = messages[incomplete];
  if (messages.length > 0 && !message) return;
  if (message && has(message, /^62[FM]$/))
    throw new UnreadableStatement(
      `Statement ${incomplete + 1} of this MT940 file has no opening balance (:60F:), so its beginning is missing. Download the statement again from your bank.`,
    );
  if (incomplete >= 0 && incomplete < messages.length - 1)
    throw new UnreadableStatement(
      `Statement ${incomplete + 1} of this MT940 file has no closing balance (:62F:), so its end is missing. Download the statement again from your bank.`,
    );
  throw new UnreadableStatement(
    'This MT940 file ends before its closing balance: it was cut off. Download the statement again from your bank.',
  );
}

const interimReport = () =>
  new UnreadableStatement(
    'This is an MT942 interim report: it lists the movements during a day, which can still change, and has no balances. Download the statement of the finished day as MT940, CAMT.053, OFX or CSV.',
  );

interface Balance {
  amount: number;
  currency: string;
  day: number | undefined;
}

function readBalance(value: string): Balance | undefined {
  const [, mark = '', yy, mm, dd, currency = '', amount = ''] =
    /^([CD])(\d\d)(\d\d)(\d\d)([A-Z]{3})\s*(\d[\d,.]*)/i.exec(value.trim()) ?? [];
  const minor = readMinor(amount);
  if (minor === undefined) return undefined;
  const day = dayFrom(2000 + Number(yy), Number(mm), Number(dd));
  return { amount: mark.toUpperCase() === 'C' ? minor : 0 - minor, currency: currency.toUpperCase(), day };
}

function toPage(fields: readonly Field[], before: number, isBroken: boolean): BankStatement {
  const balance = (tag: RegExp): Balance | undefined =>
    readBalance(fields.find((each) => tag.test(each.tag))?.value ?? '');
  const [opening, closing] = [balance(/^60[FM]$/), balance(/^62[FM]$/)];
  const currency = opening?.currency ?? closing?.currency ?? '';
  const lines: BankLine[] = [];
  for (const [at, { tag, value }] of fields.entries()) {
    if (tag !== '61') continue;
    const next = fields[at + 1];
    const details = next?.tag === '86' ? next.value : '';
    lines.push(toLine({ value, details, currency, number: lines.length + 1, isBroken }, before));
  }
  const account = fields.find(({ tag }) => /^25P?$/.test(tag))?.value;
  return {
    format: 'MT940',
    account: account === undefined ? undefined : accountNumber(account, currency) || undefined,
    currency: currency || undefined,
    lines,
    leftOut: 0,
    opening: opening?.amount,
    closing: closing?.amount,
    closedOn: closing?.day,
  };
}

// Value day, booking day, mark, funds code, amount and then anything. Banks fill the optional parts with spaces.
const movement =
  /^(\d\d)(\d\d)(\d\d) *(?:(\d\d)(\d\d))? *(R?[CD])([A-Z]?) *(\d[\d.]*(?:,\d*)?|,\d+)([^\n]*)(?:\n([^]*))?$/i;

interface Movement {
  value: string;
  details: string;
  currency: string;
  number: number;
  isBroken: boolean;
}

function toLine({ value, details, currency, number, isBroken }: Movement, before: number): BankLine {
  const [, yy, mm, dd, bookedMonth, bookedDay, mark = '', , amount = '', rest = '', extra = ''] =
    movement.exec(value) ?? [];
  const minor = readMinor(amount);
  const day = readDays(2000 + Number(yy), [mm, dd], [bookedMonth, bookedDay]);
  if (day === undefined || minor === undefined) {
    throw new UnreadableStatement(
      `Movement ${(before + number).toLocaleString('en-GB')} of this MT940 file has no day, mark or amount that can be read: “${value.slice(0, 40)}”. Ask your bank for the file again, or take its CSV.`,
    );
  }
  const { reference, bankId } = readReferences(rest);
  const said = readDetails(details, isBroken);
  return {
    number,
    day,
    // RC is a reversed credit, RD a reversed debit.
    amount: /^(C|RD)$/i.test(mark) ? minor : 0 - minor,
    currency,
    name: said.name,
    reference: said.reference || reference,
    text: tidy(`${said.text} ${extra}`),
    bankId,
  };
}

/** `NTRFINV-118//BANK7`. Some banks leave out the type, or fill it with spaces. */
function readReferences(rest: string): { reference: string; bankId: string } {
  const [own = '', ...others] = rest.trimStart().split('//');
  const reference = /^NONREF\b/.test(own) ? '' : own.replace(/^[NSF][A-Z0-9 ]{3}/i, '');
  return { reference: tidy(realReference(reference)), bankId: tidy(others.join('//')) };
}

type Pair = (string | undefined)[];

/** The booking day, otherwise the value day. German banks count 30 days in February, so a value day can be invalid. */
function readDays(year: number, [mm = '', dd = '']: Pair, [month = '', day = '']: Pair): number | undefined {
  const valueDay =
    dayFrom(year, Number(mm), Number(dd)) ??
    (Number(mm) >= 1 && Number(dd) >= 29 && Number(dd) <= 31 ? dayFrom(year, Number(mm) + 1, 1) : undefined);
  if (valueDay === undefined || month === '') return valueDay;
  // The booking day has no year, so the one nearest to the value day is used.
  const near = [year - 1, year, year + 1]
    .map((each) => dayFrom(each, Number(month), Number(day)))
    .filter((each) => each !== undefined)
    .toSorted((a, b) => Math.abs(a - valueDay) - Math.abs(b - valueDay));
  return near[0] ?? valueDay;
}

/** Minor units of `1234,5`, `10` or `10.00`; undefined for fractions of a penny and points that can mean either. */
function readMinor(text: string): number | undefined {
  const plain = text.includes(',') ? text.replaceAll('.', '') : text.replace(/\.(?=\d{1,2}$)/, ',');
  const [, whole, fraction = ''] = /^(\d*)(?:,(\d*))?$/.exec(plain) ?? [];
  return whole === undefined || whole + fraction === '' ? undefined : toMinorUnits({ whole, fraction });
}

/** The number in `20041010/0050005` or `GB29NWBK60161331926819GBP`. */
function accountNumber(value: string, currency: string): string {
  const plain = tidy(value.split('\n')[0] ?? '')
    .replaceAll(' ', '')
    .toUpperCase();
  return currency !== '' && plain.endsWith(currency) ? plain.slice(0, -currency.length) : plain;
}
