import { SaxesParser } from 'saxes';
import { type BankLine, type BankStatement, dayFrom, tidy, UnreadableStatement } from './statement.ts';

/** The values of an entry, or of one transaction in it, by the end of their path. */
type Found = Map<string, string[]>;

interface Entry {
  found: Found;
  currency: string;
  details: { found: Found; currency: string }[];
}

/**
 * Reads any version of CAMT.053, including batches whose details have their own amounts. Refuses document types and
 * custom entities.
 * @throws UnreadableStatement when it is truncated, malformed or another message
 */
export function readCamt(text: string): BankStatement {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) {
    throw new UnreadableStatement('This XML declares a document type, which no bank statement needs. It was not read.');
  }
  const { entries, account } = parse(text);
  const lines: BankLine[] = [];
  let leftOut = 0;
  for (const entry of entries) {
    if (first(entry.found, 'Sts/Cd', 'Sts') === 'PDNG') leftOut += 1;
    else lines.push(...toLines(entry, lines.length));
  }
  const currency = account.get('Acct/Ccy')?.[0] ?? lines[0]?.currency;
  const number = first(account, 'Id/IBAN', 'Othr/Id');
  return {
    format: 'CAMT.053',
    account: number || undefined,
    currency,
    lines: lines.map((line) => ({ ...line, currency: line.currency || currency || '' })),
    leftOut,
  };
}

const sliceLength = 65_536;

function parse(text: string): { entries: Entry[]; account: Found } {
  const parser = new SaxesParser();
  const state = collector();
  parser.on('opentag', ({ name, attributes }) => state.open(name.replace(/^.*:/, ''), attributes['Ccy'] ?? ''));
  parser.on('text', state.text);
  parser.on('cdata', state.text);
  parser.on('closetag', state.close);
  parser.on('error', (error) => {
    throw new UnreadableStatement(
      /unclosed tag|unexpected end/i.test(error.message)
        ? 'This CAMT.053 file ends in the middle: it was cut off. Download the statement again from your bank.'
        : `This XML is broken (${error.message.replace(/^\d+:\d+: /, '')}). Download the statement again from your bank.`,
    );
  });
  for (let at = 0; at < text.length; at += sliceLength) parser.write(text.slice(at, at + sliceLength));
  parser.close();
  if (!state.hasStatement()) {
    throw new UnreadableStatement(
      'This XML is not a bank statement (CAMT.053). Download the statement as CAMT.053, CSV or MT940 from your bank.',
    );
  }
  return { entries: state.entries, account: state.account };
}

/** Collects entries and their details from the parser's events. */
function collector() {
  const entries: Entry[] = [];
  const account: Found = new Map();
  const path: string[] = [];
  let said = '';
  let entry: Entry | undefined;
  let detail: Entry['details'][number] | undefined;
  let isStatement = false;
  return {
    entries,
    account,
    hasStatement: () => isStatement,
    open: (name: string, currency: string) => {
      path.push(name);
      said = '';
      if (name === 'Stmt' && path.includes('BkToCstmrStmt')) isStatement = true;
      if (name === 'Ntry') entries.push((entry = { found: new Map(), currency: '', details: [] }));
      if (name === 'TxDtls' && entry) entry.details.push((detail = { found: new Map(), currency: '' }));
      if (name === 'Amt' && currency !== '') {
        if (detail) detail.currency ||= currency;
        else if (entry) entry.currency ||= currency;
      }
    },
    text: (piece: string) => void (said += piece),
    close: () => {
      const ended = path.join('/');
      const text = tidy(said);
      said = '';
      if (text !== '') put(detail?.found ?? entry?.found ?? (path.includes('Acct') ? account : undefined), ended, text);
      const name = path.pop();
      if (name === 'TxDtls') detail = undefined;
      if (name === 'Ntry') entry = undefined;
    },
  };
}

/** Stores a value under its last three, last two and last path names. */
function put(found: Found | undefined, path: string, text: string): void {
  if (!found) return;
  const names = path.split('/');
  for (const key of [names.slice(-3).join('/'), names.slice(-2).join('/'), names.at(-1) ?? '']) {
    const all = found.get(key);
    if (all) all.push(text);
    else found.set(key, [text]);
  }
}

const first = (found: Found, ...keys: string[]): string => {
  for (const key of keys) {
    const [value] = found.get(key) ?? [];
    if (value !== undefined) return value;
  }
  return '';
};

/** One line per entry, or one per transaction of a batch when their amounts add up to the entry's. */
function toLines(entry: Entry, before: number): BankLine[] {
  const { found, details } = entry;
  const day = readDay(first(found, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm'));
  const total = toMinor(first(found, 'Ntry/Amt'));
  if (day === undefined || total === undefined) {
    throw new UnreadableStatement(
      `Entry ${(before + 1).toLocaleString('en-GB')} of this CAMT.053 file has no date or no sum. Download the statement again from your bank.`,
    );
  }
  const sign = first(found, 'Ntry/CdtDbtInd') === 'DBIT' ? -1 : 1;
  const amounts = details.map((each) => toMinor(first(each.found, 'TxDtls/Amt', 'TxAmt/Amt')));
  const isBatch = details.length > 1 && amounts.reduce<number>((sum, each) => sum + (each ?? 0), 0) === total;
  const parts = isBatch ? details.map((each) => [each]) : [details];
  return parts.map((part, at) => ({
    number: before + at + 1,
    day,
    amount: sign * (isBatch ? (amounts[at] ?? 0) : total),
    currency: entry.currency,
    ...describe(found, part, sign),
  }));
}

function describe(entry: Found, details: Entry['details'], sign: number) {
  const of = (...keys: string[]): string[] => details.map((each) => first(each.found, ...keys)).filter(Boolean);
  const all = (...keys: string[]): string[] =>
    details.flatMap((each) => keys.flatMap((key) => each.found.get(key) ?? []));
  const party = sign > 0 ? 'Dbtr' : 'Cdtr';
  const ends = of('Refs/EndToEndId').filter((text) => text !== 'NOTPROVIDED');
  const remitted = [...all('CdtrRefInf/Ref'), ...all('RmtInf/Ustrd'), ...all('TxDtls/AddtlTxInf')];
  return {
    name: of(`${party}/Nm`, `${party}/Pty/Nm`, 'Ultmt' + `${party}/Nm`)[0] ?? '',
    reference: ends.join(' '),
    text: tidy([...remitted, ...(remitted.length === 0 ? (entry.get('Ntry/AddtlNtryInf') ?? []) : [])].join(' ')),
    bankId: of('Refs/AcctSvcrRef', 'Refs/TxId')[0] ?? first(entry, 'Ntry/AcctSvcrRef'),
  };
}

function readDay(text: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? [];
  return year === undefined ? undefined : dayFrom(Number(year), Number(month), Number(day));
}

function toMinor(text: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === undefined || /[1-9]/.test(fraction.slice(2))) return undefined;
  return Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
}
