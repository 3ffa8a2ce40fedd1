import Papa from 'papaparse';
import { columnsByName, hasHeaderNames, type NamedColumns } from './csv-columns.ts';
import { UnreadableStatement } from './statement.ts';

export interface Table {
  rows: string[][];
  delimiter: string;
  /** The place of the header row, −1 without one. */
  headerAt: number;
  named: NamedColumns;
}

/** @throws UnreadableStatement when the file is cut off within a quoted cell, or empty */
export function parseTable(text: string): Table {
  // Excel's own line for the delimiter.
  const stated = /^\ufeff?"?sep=(.)"?\r?\n/i.exec(text);
  const body = stated ? text.slice(stated[0].length) : text;
  const delimiter = stated?.[1] ?? delimiterOf(body);
  const rows = parse(body, delimiter);
  return { rows, delimiter, ...findHeader(rows) };
}

const delimiters = [',', ';', '\t', '|'];

/** The delimiter with which a header is found, otherwise the one that gives the most columns. */
function delimiterOf(text: string): string {
  const start = text.slice(0, 20_000);
  const scored = delimiters.map((delimiter) => {
    const { data } = Papa.parse<string[]>(start, { delimiter, preview: 60, skipEmptyLines: 'greedy' });
    const { headerAt, named } = findHeader(data);
    const cells = data.reduce((most, row) => Math.max(most, row.length), 0);
    return { delimiter, score: (headerAt === -1 ? 0 : named.count) * 100 + cells };
  });
  return scored.toSorted((a, b) => b.score - a.score)[0]?.delimiter ?? ',';
}

const config = { skipEmptyLines: 'greedy' } as const;

function parse(text: string, delimiter: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { ...config, delimiter });
  const open = errors.find(({ code }) => code === 'MissingQuotes');
  if (open || errors.some(({ code }) => code === 'InvalidQuotes')) {
    const escaped = Papa.parse<string[]>(text, { ...config, delimiter, escapeChar: '\\' });
    if (!escaped.errors.some(({ type }) => type === 'Quotes')) return escaped.data;
    const literal = parseWithoutQuotes(text, delimiter);
    if (literal && literal.length > data.length) return literal;
  }
  if (open) throw cutOff(open.row === undefined ? data.length : open.row + 1);
  if (data.length === 0)
    throw new UnreadableStatement('This file is empty. Download the statement again from your bank.');
  return data;
}

/** The rows of a file that does not quote cells, where quotation marks are letters; undefined if its rows differ in length. */
function parseWithoutQuotes(text: string, delimiter: string): string[][] | undefined {
  if (!/[\r\n]\s*$/.test(text)) return undefined;
  const { data } = Papa.parse<string[]>(text, { ...config, delimiter, quoteChar: '\u0000' });
  const { headerAt } = findHeader(data);
  const body = data.slice(Math.max(0, headerAt));
  if (body.some((row) => row.length !== body[0]?.length)) return undefined;
  return data.map((row) => row.map((cell) => /^"(.*)"$/.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell));
}

export const cutOff = (row: number): UnreadableStatement =>
  new UnreadableStatement(
    `This file ends in the middle of row ${row.toLocaleString('en-GB')}: it was cut off. Download the statement again from your bank.`,
  );

/** Refuses a file in which a table of other columns follows, such as that of another account. */
export function refuseSecondTable({ rows, headerAt }: Table): void {
  const header = rows[headerAt]?.join();
  // Every movement has a digit, so few rows are compared.
  const at = rows.findIndex(
    (row, place) =>
      place > headerAt &&
      row.length > 2 &&
      row.every((cell) => !/\d/.test(cell)) &&
      row.join() !== header &&
      hasHeaderNames(columnsByName(row)) === 'enough',
  );
  if (at === -1) return;
  throw new UnreadableStatement(
    `Row ${(at + 1).toLocaleString('en-GB')} of this file begins a second table, such as that of another account. Download the statement of each account by itself.`,
  );
}

/** Banks write account and period above the header. */
const mostRowsAbove = 40;

/** Finds the header row: the first with names for the date and an amount, otherwise the first with several names. */
function findHeader(rows: readonly string[][]): Pick<Table, 'headerAt' | 'named'> {
  let partly: Pick<Table, 'headerAt' | 'named'> | undefined;
  for (const [headerAt, row] of rows.slice(0, mostRowsAbove).entries()) {
    const named = columnsByName(row);
    if (hasHeaderNames(named) === 'enough') return { headerAt, named };
    if (hasHeaderNames(named) === 'partly') partly ??= { headerAt, named };
  }
  return partly ?? { headerAt: -1, named: columnsByName([]) };
}
