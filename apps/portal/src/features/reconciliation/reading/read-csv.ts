import type { DecimalMark } from '@volume/contract/money/amount-digits.ts';
import { accountAbove, accountColumns } from './csv-accounts.ts';
import { currencyFrom, readAmount } from './csv-amounts.ts';
import { areEnough, type Columns, columnsByContent, completeColumns } from './csv-columns.ts';
import { isDate } from './csv-dates.ts';
import { roleOfName } from './csv-names.ts';
import { readProved } from './csv-readings.ts';
import { amountIn, balanceAbove, readRows } from './csv-rows.ts';
import { listWords } from './csv-signs.ts';
import { type Parts, toStatement } from './csv-statements.ts';
import { cutOff, parseTable, refuseSecondTable, type Table } from './csv-table.ts';
import {
  type BankStatement,
  type ColumnMap,
  type CsvOptions,
  shapeOf,
  tidy,
  UnknownColumns,
  UnreadableStatement,
} from './statement.ts';

/**
 * Reads a bank's CSV and detects delimiter, header, dates and decimals from the whole file. `given` is the user's
 * mapping. Returns a statement for each account and currency.
 * @throws UnreadableStatement when it is cut off or its amounts are not clear; UnknownColumns when the columns, the words
 *   for debit and credit or the decimal mark cannot be detected
 */
export function readCsv(text: string, given?: ColumnMap, options: CsvOptions = {}): BankStatement[] {
  const { mustAsk, choices = {}, ...meanings } = options;
  const table = parseTable(text);
  const shape = shapeOf(namesOf(table).header);
  const chosen = given || mustAsk || !Object.hasOwn(choices, shape) ? undefined : choices[shape];
  if (!chosen) return readTable(text, table, { ...meanings, given, mustAsk });
  try {
    const { columns, ...others } = chosen;
    return readTable(text, table, { ...others, given: columns });
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error;
    // A remembered choice that does not fit this file can be changed.
    throw unknownColumns(table, chosen.columns, { message: error.message, isGiven: true });
  }
}

interface Given extends Omit<CsvOptions, 'choices'> {
  given: ColumnMap | undefined;
}

function readTable(text: string, table: Table, { given, directions, decimalMark, mustAsk }: Given): BankStatement[] {
  const at = given ? firstLine(table, given) - 1 : table.headerAt;
  const { rows, delimiter } = table;
  const header = rows[at] ?? [];
  const named = header.join('\u0000');
  // Long lists repeat the header.
  const body = rows.slice(at + 1).filter((row) => row.length !== header.length || row.join('\u0000') !== named);
  const above = rows.slice(0, Math.max(0, at));
  const found = completeColumns(header, body, table.named);
  const columns = { ...(given ? withGiven(found, given) : found), directions, decimalMark };
  if (mustAsk || !areEnough(columns.map) || (!given && at === -1)) throw unknownColumns(table, columns.map);
  refuseCutRow(rows, text, columns.map);
  refuseSecondTable(table);
  const read = readRows(body, columns);
  const accounts = given?.account ?? accountColumns(columns, body);
  const addBalances = (parts: Parts[], mark: DecimalMark): void => addBalancesAbove(parts, above, mark);
  const ask = (message: string, unclearAmount?: string) =>
    unknownColumns(table, columns.map, { message, unclearAmount, isGiven: given !== undefined });
  const parts = readProved({ rows: read.rows, columns, accounts, above, delimiter, addBalances, ask });
  if (parts.every(({ lines }) => lines.length === 0))
    refuseEmpty(parts, body, columns, { table, isGiven: given !== undefined });
  const known = accountAbove(above);
  const currency = currencyAbove(above) ?? currencyOfHeader(header, columns.map);
  const isSole = parts.length === 1;
  const isAsChosen = given !== undefined;
  return parts.map((part) => ({
    ...toStatement(
      { ...part, account: (isSole ? known : undefined) ?? part.account ?? known, currency: part.currency ?? currency },
      { dateOrder: read.assumed },
    ),
    ...(isAsChosen && { isAsChosen }),
  }));
}

/** The user's columns; those for debit or credit, state and balance are found by themselves. */
function withGiven(found: Columns, given: ColumnMap): Columns {
  const used = new Set(Object.values(given).flat());
  const free = (places: number[] | undefined): number[] | undefined =>
    places?.some((at) => used.has(at)) ? undefined : places;
  const map: ColumnMap = { ...given };
  for (const role of ['sign', 'status', 'balance', 'fee'] as const) {
    const places = map[role] ?? free(found.map[role]);
    if (places) map[role] = places;
  }
  return { ...found, map, otherAmounts: [], valueDate: undefined };
}

/** The first row that has a date and an amount in the user's columns. */
function firstLine({ rows, headerAt }: Table, { date = [], amount = [], debit = [], credit = [] }: ColumnMap): number {
  const sums = [...amount, ...debit, ...credit];
  const first = rows.findIndex(
    (row) =>
      isDate(row[date[0] ?? 0] ?? '') && sums.some((at) => readAmount((row[at] ?? '').trim(), '.') !== undefined),
  );
  return first === -1 ? headerAt + 1 : first;
}

/** Refuses a last row without a line break that has fewer cells than the row before, or no amount. */
function refuseCutRow(rows: readonly string[][], text: string, map: ColumnMap): void {
  const last = rows.at(-1) ?? [];
  const before = rows.at(-2) ?? [];
  if (/[\r\n]\s*$/.test(text) || rows.length < 3 || !isDate(last[map.date?.[0] ?? 0] ?? '')) return;
  const sums = [map.amount, map.debit, map.credit].flatMap((places) => places ?? []);
  if (last.length < before.length || sums.every((at) => (last[at] ?? '') === '')) throw cutOff(rows.length);
}

interface Asking {
  message?: string | undefined;
  unclearAmount?: string | undefined;
  /** True when the columns are the user's own. */
  isGiven?: boolean | undefined;
}

function unknownColumns(table: Table, map: ColumnMap, { message, unclearAmount, isGiven }: Asking = {}): Error {
  const { header, body } = namesOf(table);
  if (header.length < 2) {
    return new UnreadableStatement(
      'This is neither CSV with several columns, nor CAMT.053, MT940 or OFX. Download the statement in one of these from your bank.',
    );
  }
  if (!isGiven && !body.some((row) => row.some(isDate)))
    return new UnreadableStatement(
      'No column of this file has dates that can be read, such as 2026-11-21. Download the statement as CSV with such dates, or as CAMT.053, MT940 or OFX.',
    );
  const named: ColumnMap = table.headerAt === -1 && !isGiven ? {} : map;
  const used = new Set(Object.values(named).flat());
  const guess: ColumnMap = { ...named };
  for (const [role, places] of Object.entries(columnsByContent(body.slice(0, 50))) as [keyof ColumnMap, number[]][]) {
    const free = places.filter((at) => !used.has(at));
    if (!guess[role] && free.length > 0) guess[role] = free;
  }
  const words = header.map((_, at) => listWords(body.map((row) => row[at] ?? '')));
  return new UnknownColumns({ header, sample: body.slice(0, 3), words, unclearAmount }, guess, message);
}

/** The name of each column, and the rows below. */
function namesOf({ rows, headerAt }: Table): { header: string[]; body: string[][] } {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const first = headerAt === -1 ? rows.findIndex((row) => row.length === width) : headerAt;
  const hasNames = headerAt !== -1 || !(rows[first] ?? []).some(isDate);
  const names = hasNames ? (rows[first] ?? []) : [];
  const header = Array.from({ length: width }, (_, at) => tidy(names[at] ?? '') || `Column ${at + 1}`);
  return { header, body: rows.slice(hasNames ? first + 1 : first) };
}

/** Names why no row of a file is a line. */
function refuseEmpty(
  parts: readonly Parts[],
  body: readonly string[][],
  { map }: Columns,
  { table, isGiven }: { table: Table; isGiven: boolean },
): void {
  const at = map.date?.[0] ?? 0;
  const isUndated = parts.some(({ leftOut }) => leftOut.has('date')) && !body.some((row) => isDate(row[at] ?? ''));
  if (isUndated) {
    const example = body.map((row) => tidy(row[at] ?? '')).find((cell) => /\d/.test(cell));
    throw new UnreadableStatement(
      `The dates of this file${example === undefined ? '' : `, such as ${example},`} could not be read. Download the statement with dates such as 2026-11-21, or as CAMT.053, MT940 or OFX.`,
    );
  }
  const isKnown = parts.some(({ leftOut }) => leftOut.size > 0);
  if (!isGiven && !isKnown && body.length > 1) throw unknownColumns(table, map);
}

/** `Opening balance: 1,000.00` in the rows above the header. */
function addBalancesAbove(parts: readonly Parts[], above: readonly string[][], mark: DecimalMark): void {
  const [part] = parts;
  if (parts.length !== 1 || !part) return;
  const found: { opening?: number | undefined; closing?: number | undefined } = {};
  for (const row of above) {
    const kind = balanceAbove(row);
    const amount = amountIn(row);
    if (amount !== undefined && (kind === 'opening' || kind === 'closing')) found[kind] ??= readAmount(amount, mark);
  }
  const [opening, closing] = [part.opening ?? found.opening, part.closing ?? found.closing];
  if (opening !== undefined && closing !== undefined) [part.opening, part.closing] = [opening, closing];
}

function currencyAbove(above: readonly string[][]): string | undefined {
  for (const row of above) {
    const at = row.findIndex((cell) => roleOfName(cell.replace(/:\s*$/, '')) === 'currency');
    const found = at === -1 ? undefined : currencyFrom(row[at + 1] ?? '');
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `Amount (GBP)`, `Montant €`. */
function currencyOfHeader(header: readonly string[], map: ColumnMap): string | undefined {
  const names = [map.amount, map.credit, map.debit].flatMap((at) => at ?? []).map((at) => header[at] ?? '');
  const words = names.flatMap((name) => name.match(/\b[A-Z]{3}\b|[£€]/g) ?? []);
  return words.map(currencyFrom).find((code) => code !== undefined);
}
