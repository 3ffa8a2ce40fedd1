import Papa from 'papaparse';
import { decimalMarkOf, readAmount, readSign } from './csv-amounts.ts';
import { areEnough, columnsByContent, columnsByName } from './csv-columns.ts';
import { isDate, readDates } from './csv-dates.ts';
import {
  type BankLine,
  type BankStatement,
  type ColumnMap,
  type ColumnRole,
  tidy,
  UnknownColumns,
  UnreadableStatement,
} from './statement.ts';

/**
 * Reads a bank's CSV and detects delimiter, header, dates and decimals from the whole file. `columns` is the user's
 * mapping.
 * @throws UnreadableStatement when it is truncated; UnknownColumns when the columns cannot be detected
 */
export function readCsv(text: string, columns?: ColumnMap): BankStatement {
  const rows = parse(text, delimiterOf(text));
  const { at, named } = findHeader(rows);
  const body = rows.slice(at + 1);
  const map = columns ?? named;
  if (!areEnough(map)) throw unknownColumns(rows, at, map);
  refuseCutRow(rows, text, map);
  const read = readRows(body, map);
  if (read.lines.length === 0 && columns === undefined && body.length > 0 && !read.isEmpty)
    throw unknownColumns(rows, at, map);
  const account = map.account && findAccount(body, map.account);
  return {
    format: 'CSV',
    account: account ?? accountAbove(rows.slice(0, Math.max(0, at))),
    currency: soleCurrency(read.lines) ?? currencyOfHeader(rows[at] ?? [], map),
    lines: read.lines,
    leftOut: read.leftOut,
    dateOrder: read.assumed,
  };
}

const delimiters = [',', ';', '\t', '|'];

/** The delimiter with which a header is found, otherwise the one that gives the most columns. */
function delimiterOf(text: string): string {
  const start = text.slice(0, 20_000);
  const scored = delimiters.map((delimiter) => {
    const { data } = Papa.parse<string[]>(start, { delimiter, preview: 60, skipEmptyLines: 'greedy' });
    const { named } = findHeader(data);
    const cells = data.reduce((most, row) => Math.max(most, row.length), 0);
    return { delimiter, score: Object.keys(named).length * 100 + cells };
  });
  return scored.toSorted((a, b) => b.score - a.score)[0]?.delimiter ?? ',';
}

function parse(text: string, delimiter: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: 'greedy' });
  const open = errors.find(({ code }) => code === 'MissingQuotes');
  if (open) throw cutOff(open.row === undefined ? data.length : open.row + 1);
  if (data.length === 0)
    throw new UnreadableStatement('This file is empty. Download the statement again from your bank.');
  return data;
}

const cutOff = (row: number): UnreadableStatement =>
  new UnreadableStatement(
    `This file ends in the middle of row ${row.toLocaleString('en-GB')}: it was cut off. Download the statement again from your bank.`,
  );

/** Refuses a last row without a line break that has fewer cells than the row before, or no amount. */
function refuseCutRow(rows: readonly string[][], text: string, map: ColumnMap): void {
  const last = rows.at(-1) ?? [];
  const before = rows.at(-2) ?? [];
  if (/[\r\n]\s*$/.test(text) || rows.length < 3 || !isDate(last[map.date?.[0] ?? 0] ?? '')) return;
  const sums = [map.amount, map.debit, map.credit].flatMap((places) => places ?? []);
  if (last.length < before.length || sums.every((at) => (last[at] ?? '') === '')) throw cutOff(rows.length);
}

/** Finds the header row within the first thirty rows; banks write account and period above it. */
function findHeader(rows: readonly string[][]): { at: number; named: ColumnMap } {
  for (const [at, row] of rows.slice(0, 30).entries()) {
    const named = columnsByName(row);
    if (areEnough(named)) return { at, named };
  }
  return { at: -1, named: {} };
}

function unknownColumns(rows: readonly string[][], header: number, map: ColumnMap): Error {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (width < 2) {
    return new UnreadableStatement(
      'This is neither CSV with several columns, nor CAMT.053, nor MT940. Download the statement in one of these from your bank.',
    );
  }
  const first = header === -1 ? rows.findIndex((row) => row.length === width) : header;
  const hasNames = header !== -1 || !(rows[first] ?? []).some(isDate);
  const names = hasNames ? (rows[first] ?? []) : [];
  const body = rows.slice(hasNames ? first + 1 : first);
  const header_ = Array.from({ length: width }, (_, at) => tidy(names[at] ?? '') || `Column ${at + 1}`);
  const guess = { ...columnsByContent(body.slice(0, 50)), ...columnsByName(names), ...map };
  return new UnknownColumns({ header: header_, sample: body.slice(0, 3) }, guess);
}

const pending = /^(pending|declined|failed|reverted|cancelled|rejected|vorgemerkt|en attente|pendiente|oczekuj)/i;

function readRows(rows: readonly string[][], map: ColumnMap) {
  const cell = (row: readonly string[], role: ColumnRole): string =>
    (map[role] ?? [])
      .map((at) => row[at] ?? '')
      .filter(Boolean)
      .join(' ');
  const { days, assumed } = readDates(rows.map((row) => cell(row, 'date')));
  const amountOf = amountReader(rows, cell);
  const lines: BankLine[] = [];
  let leftOut = 0;
  for (const [at, row] of rows.entries()) {
    const day = days[at];
    if (day === undefined) continue;
    const amount = amountOf(row);
    if (amount === undefined || amount === 0 || pending.test(cell(row, 'status'))) {
      leftOut += 1;
      continue;
    }
    lines.push({
      number: lines.length + 1,
      day,
      amount,
      currency: cell(row, 'currency').trim().toUpperCase(),
      name: tidy(cell(row, 'name')),
      reference: tidy(cell(row, 'reference')),
      text: tidy(cell(row, 'text')),
      bankId: tidy(cell(row, 'bankId')),
    });
  }
  return { lines, leftOut, assumed, isEmpty: !days.some((day) => day !== undefined) && rows.length < 2 };
}

type Cell = (row: readonly string[], role: ColumnRole) => string;

/** Reads a signed column, a column with a separate sign, or one column each for debit and credit. */
function amountReader(rows: readonly string[][], cell: Cell): (row: readonly string[]) => number | undefined {
  const roles = ['amount', 'debit', 'credit'] as const;
  const mark = decimalMarkOf(rows.flatMap((row) => roles.map((role) => cell(row, role))));
  return (row) => {
    const plain = cell(row, 'amount');
    if (plain !== '') {
      const amount = readAmount(plain, mark);
      const sign = readSign(cell(row, 'sign'));
      return amount === undefined || sign === undefined ? amount : sign * Math.abs(amount);
    }
    const [out, into] = [readAmount(cell(row, 'debit'), mark), readAmount(cell(row, 'credit'), mark)];
    if (out === undefined && into === undefined) return undefined;
    return Math.abs(into ?? 0) - Math.abs(out ?? 0);
  };
}

/** The account number, if all rows have the same. */
function findAccount(rows: readonly string[][], places: readonly number[]): string | undefined {
  const found = new Set(
    rows.map((row) => (row[places[0] ?? 0] ?? '').replace(/[\s-]/g, '')).filter((text) => text.length > 5),
  );
  return found.size === 1 ? [...found][0] : undefined;
}

/** An IBAN, or a number after a word for account, in the rows above the header. */
function accountAbove(rows: readonly string[][]): string | undefined {
  const text = rows.map((row) => row.join(' ')).join('\n');
  const iban = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/.exec(text)?.[0];
  const number = /(?:account|konto|compte|cuenta|rachunek)\D{0,20}([\d][\d -]{5,})/i.exec(text)?.[1];
  return (iban ?? number)?.replace(/[\s-]/g, '') || undefined;
}

function soleCurrency(lines: readonly BankLine[]): string | undefined {
  const found = new Set(lines.map(({ currency }) => currency));
  const [only = ''] = found;
  return found.size === 1 && only !== '' ? only : undefined;
}

/** `Amount (GBP)`, `Montant €`. */
function currencyOfHeader(header: readonly string[], map: ColumnMap): string | undefined {
  const text = [map.amount, map.credit, map.debit]
    .flatMap((at) => at ?? [])
    .map((at) => header[at] ?? '')
    .join(' ');
  if (/GBP|£/i.test(text)) return 'GBP';
  return /EUR|€/i.test(text) ? 'EUR' : undefined;
}
