import { type BankLine, type BankStatement, dayFrom, tidy, UnreadableStatement } from './statement.ts';

interface Field {
  tag: string;
  value: string;
}

/**
 * Reads SWIFT MT940, one or several statements of one account, with the banks' variants of :86:.
 * @throws UnreadableStatement when a statement has no closing balance, or a movement cannot be read
 */
export function readMt940(text: string): BankStatement {
  const fields = toFields(text);
  refuseCut(fields);
  const lines: BankLine[] = [];
  let currency = '';
  for (const [at, { tag, value }] of fields.entries()) {
    if (/^60[FM]$/.test(tag)) currency = /^[CD]\d{6}([A-Z]{3})/.exec(value)?.[1] ?? currency;
    if (tag !== '61') continue;
    const next = fields[at + 1];
    lines.push(toLine(value, next?.tag === '86' ? next.value : '', currency, lines.length + 1));
  }
  const account = fields.find(({ tag }) => tag === '25' || tag === '25P')?.value;
  return {
    format: 'MT940',
    account: account === undefined ? undefined : accountNumber(account),
    currency: currency || undefined,
    lines,
    leftOut: 0,
  };
}

/** Fields such as `:61:…` with their continuation lines; everything else is the envelope. */
function toFields(text: string): Field[] {
  const fields: Field[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const begun = /^(?:\{4:)?:(\d\d[A-Z]?):(.*)$/.exec(line);
    const last = fields.at(-1);
    if (begun) fields.push({ tag: begun[1] ?? '', value: begun[2] ?? '' });
    else if (last && !/^(-\}?|\{.*|-)$/.test(line)) last.value += `\n${line}`;
  }
  return fields;
}

function refuseCut(fields: readonly Field[]): void {
  const opened = fields.filter(({ tag }) => /^60[FM]$/.test(tag)).length;
  const closed = fields.filter(
    ({ tag, value }) => /^62[FM]$/.test(tag) && /^[CD]\d{6}[A-Z]{3}[\d,]+/.test(value),
  ).length;
  if (opened === closed && opened > 0) return;
  throw new UnreadableStatement(
    'This MT940 file ends before its closing balance: it was cut off. Download the statement again from your bank.',
  );
}

const movement =
  /^(\d{2})(\d{2})(\d{2})(\d{2})?(\d{2})?(R?[CD])[A-Z]?(\d+,\d*)([A-Z][A-Z0-9]{3})([^\n]*)(?:\n([\s\S]*))?$/;

function toLine(value: string, details: string, currency: string, number: number): BankLine {
  const [, yy, mm, dd, bookedMonth, bookedDay, mark = '', amount = '', , references = '', extra = ''] =
    movement.exec(value) ?? [];
  const year = 2000 + Number(yy);
  const valueDay = dayFrom(year, Number(mm), Number(dd));
  if (valueDay === undefined) {
    throw new UnreadableStatement(
      `Movement ${number.toLocaleString('en-GB')} of this MT940 file cannot be read: “${value.slice(0, 40)}”. Ask your bank for the file again, or take its CSV.`,
    );
  }
  const [reference = '', bankId = ''] = references.split('//');
  const said = readDetails(details);
  const [whole = '0', fraction = ''] = amount.split(',');
  const minor = Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2));
  return {
    number,
    day: bookedOn(valueDay, year, bookedMonth, bookedDay),
    // RC is a reversed credit, RD a reversed debit.
    amount: mark === 'C' || mark === 'RD' ? minor : 0 - minor,
    currency,
    name: said.name,
    reference: said.reference || (reference === 'NONREF' ? '' : tidy(reference)),
    text: tidy(`${said.text} ${extra}`),
    bankId: tidy(bankId),
  };
}

/** The booking day has no year, so the one nearest to the value day is used. */
function bookedOn(valueDay: number, year: number, month = '', day = ''): number {
  if (month === '') return valueDay;
  const near = [year - 1, year, year + 1]
    .map((each) => dayFrom(each, Number(month), Number(day)))
    .filter((each) => each !== undefined)
    .toSorted((a, b) => Math.abs(a - valueDay) - Math.abs(b - valueDay));
  return near[0] ?? valueDay;
}

/** `?20…?32…` as German banks write it, `/EREF/…/REMI/…` as Dutch and British ones do, otherwise plain text. */
function readDetails(details: string): { name: string; reference: string; text: string } {
  const structured = /^\d{3}([?<>])(?=\d\d)/.exec(details);
  if (structured) return readNumbered(details, structured[1] ?? '?');
  const joined = details.replaceAll('\n', '');
  const words = new Map(
    [
      ...joined.matchAll(
        /\/(EREF|REMI|NAME|MARF|IBAN|BIC|CSID|PREF|ORDP|BENM|TRTP|ADDR|ISDT|CNTP|USTD|STRD)\/([^]*?)(?=\/[A-Z]{4}\/|$)/g,
      ),
    ].map(([, word = '', said = '']) => [word, tidy(said.replace(/\/$/, ''))] as const),
  );
  if (words.size === 0) return { name: '', reference: '', text: tidy(details) };
  const end = words.get('EREF') ?? '';
  return {
    name: words.get('NAME') ?? words.get('ORDP') ?? words.get('BENM') ?? '',
    reference: end === 'NOTPROVIDED' ? '' : end,
    text: tidy([words.get('REMI'), words.get('USTD'), words.get('STRD'), words.get('CNTP')].filter(Boolean).join(' ')),
  };
}

function readNumbered(details: string, mark: string): { name: string; reference: string; text: string } {
  const parts = new Map(
    details
      .replaceAll('\n', '')
      .split(mark)
      .slice(1)
      .map((part) => [part.slice(0, 2), part.slice(2)] as const),
  );
  const from = (first: number, last: number): string =>
    Array.from({ length: last - first + 1 }, (_, at) => parts.get(String(first + at).padStart(2, '0')) ?? '').join('');
  const purpose = from(20, 29) + from(60, 63);
  const end = /EREF\+(.*?)(?=(?:KREF|MREF|CRED|DEBT|SVWZ|ABWA)\+|$)/.exec(purpose)?.[1] ?? '';
  const said = /SVWZ\+(.*?)(?=(?:EREF|KREF|MREF|CRED|DEBT|ABWA)\+|$)/.exec(purpose)?.[1] ?? purpose;
  return {
    name: tidy(from(32, 33)),
    reference: end.trim() === 'NOTPROVIDED' ? '' : tidy(end),
    text: tidy(said),
  };
}

/** The number in `20041010/0050005` or `GB29NWBK60161331926819GBP`. */
function accountNumber(value: string): string {
  const plain = tidy(value.split('\n')[0] ?? '').replaceAll(' ', '');
  return /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(plain)
    ? plain.replace(/(?<=\d)(EUR|GBP)$/, '')
    : plain.replace(/[A-Z]{3}$/, '');
}
