import { currencyFrom, currencyOfAmount, readAmount } from './csv-amounts.ts';
import { accountOf } from './csv-accounts.ts';
import type { Columns } from './csv-columns.ts';
import type { Movements, Reading } from './csv-movements.ts';
import { partyOf } from './csv-names.ts';
import { amountIn, type Cell, cellReader, type Reason, reasons, type Row } from './csv-rows.ts';
import { pickReference, readDetails } from './csv-text.ts';
import { type BankLine, type BankStatement, tidy } from './statement.ts';

/** The result of the rows of a file: a statement for each account and currency. */
export interface Parts {
  account: string | undefined;
  currency: string | undefined;
  lines: BankLine[];
  leftOut: Map<Reason, number>;
  opening: number | undefined;
  closing: number | undefined;
}

/** Puts every row into a statement or counts why it is left out. */
export function toStatements(
  rows: readonly Row[],
  columns: Columns,
  accounts: readonly number[],
  reading: Reading,
  { amounts, balances }: Movements,
): Parts[] {
  const cell = cellReader(columns);
  const currencyAt = currencyReader(columns, cell, reading);
  const toLine = lineReader(columns, cell);
  const parts = new Map<string, Parts>();
  const partOf = partFinder(parts);
  let last: BankLine | undefined;
  for (const [at, row] of rows.entries()) {
    const amount = amounts[at];
    const readable = reasonOf(row, amount, balances[at], reading);
    const reason = readable === 'nothing' && hasUnreadCells(row, columns) ? 'date' : readable;
    if (reason === 'nothing') {
      if (row.isContinued && last) last.text = tidy(`${last.text} ${toLine(row, 0).text}`);
      continue;
    }
    const currency = currencyAt(row.cells);
    const part = partOf(accountOf(row.cells, accounts), currency);
    if (reason === 'balance')
      noteBalance(part, row, balances[at] ?? amount ?? readAmount(amountIn(row.cells) ?? '', reading.mark));
    if (reason !== undefined) {
      // A total at the end without a date is not a line of the file.
      if (reason !== 'balance' || /\d/.test(cell(row.cells, 'date')))
        part.leftOut.set(reason, (part.leftOut.get(reason) ?? 0) + 1);
      continue;
    }
    last = { ...toLine(row, amount ?? 0), number: part.lines.length + 1, currency };
    if (balances[at] !== undefined) last.balance = balances[at];
    part.lines.push(last);
  }
  return [...parts.values()];
}

function reasonOf(
  row: Row,
  amount: number | undefined,
  balance: number | undefined,
  { rows }: Reading,
): Reason | 'nothing' | undefined {
  if (row.balance !== undefined) return 'balance';
  if (amount === undefined && row.day !== undefined) return 'amount';
  if (amount === undefined && !row.hasSum) return 'nothing';
  const isCounted = row.reason === undefined || (rows === 'all' && row.reason === 'pending' && row.day !== undefined);
  if (!isCounted) return row.reason;
  if (row.day === undefined) return 'date';
  if (amount === 0) return 'zero';
  return rows === 'with a balance' && balance === undefined ? 'pending' : undefined;
}

/** Whether neither the date nor the amount could be read although both have digits: it still counts as a line. */
function hasUnreadCells({ cells }: Row, { map }: Columns): boolean {
  const hasDigits = (places: number[] = []): boolean => places.some((at) => /\d/.test(cells[at] ?? ''));
  return hasDigits(map.date) && [map.amount, map.debit, map.credit].some((places) => hasDigits(places));
}

function noteBalance(part: Parts, row: Row, amount: number | undefined): void {
  if (amount === undefined) return;
  if (row.balance === 'opening') part.opening ??= amount;
  if (row.balance === 'closing') part.closing = amount;
}

/** The statement of an account and a currency; a row that states neither belongs to the first one. */
function partFinder(parts: Map<string, Parts>): (account: string | undefined, currency: string) => Parts {
  let first: Parts | undefined;
  let last: Parts | undefined;
  return (stated, statedCurrency) => {
    const account = stated ?? first?.account;
    const currency = statedCurrency || first?.currency;
    if (last && last.account === account && last.currency === currency) return last;
    const key = `${account ?? ''} ${currency ?? ''}`;
    last = parts.get(key) ?? {
      account,
      currency,
      lines: [],
      leftOut: new Map(),
      opening: undefined,
      closing: undefined,
    };
    parts.set(key, last);
    first ??= last;
    return last;
  };
}

function currencyReader({ map }: Columns, cell: Cell, { amount }: Reading): (row: readonly string[]) => string {
  const places = amount === undefined ? [...(map.debit ?? []), ...(map.credit ?? [])] : [amount];
  return (row) => {
    const stated = cell(row, 'currency').trim();
    if (stated !== '') return currencyFrom(stated) ?? (/^[a-z]{3}$/i.test(stated) ? stated.toUpperCase() : '');
    for (const at of places) {
      const found = /[\p{L}£€]/u.test(row[at] ?? '') ? currencyOfAmount(row[at] ?? '') : undefined;
      if (found !== undefined) return found;
    }
    return '';
  };
}

type UnplacedLine = Omit<BankLine, 'number' | 'currency'>;

function lineReader({ map, header }: Columns, cell: Cell): (row: Row, amount: number) => UnplacedLine {
  const names = (map.name ?? []).map((at) => ({ at, party: partyOf(header[at] ?? '') }));
  const hasBoth = (['payer', 'payee'] as const).every((party) => names.some((name) => name.party === party));
  return ({ cells, day = 0 }, amount) => {
    const other = amount > 0 ? 'payee' : 'payer';
    const name = names.filter(({ party }) => !hasBoth || party !== other).map(({ at }) => cells[at] ?? '');
    const details = (map.text ?? []).map((at) => readDetails(cells[at] ?? ''));
    const references = (map.reference ?? []).map((at) => readDetails(cells[at] ?? ''));
    const { reference, others } = pickReference([
      ...references.map((each) => each.reference || each.text),
      ...details.map((each) => each.reference),
    ]);
    const ownName = tidy(name.filter(Boolean).join(' '));
    return {
      day,
      amount,
      name: ownName || (details.find((each) => each.name !== '')?.name ?? ''),
      reference,
      text: tidy([...details.map(({ text }) => text), ...others].filter(Boolean).join(' ')),
      bankId: tidy(cell(cells, 'bankId')),
    };
  };
}

/** The statement in the form that the rest of the product uses. */
export function toStatement(part: Parts, rest: Pick<BankStatement, 'dateOrder'>): BankStatement {
  const { account, currency, lines, leftOut, opening, closing } = part;
  const counts = [...leftOut].map(([reason, count]) => [reasons[reason], count] as const);
  return {
    format: 'CSV',
    account,
    currency,
    lines,
    leftOut: counts.reduce((sum, [, count]) => sum + count, 0),
    leftOutBecause: Object.fromEntries(counts),
    opening,
    closing,
    ...rest,
  };
}
