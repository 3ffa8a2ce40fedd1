import type { DecimalMark } from '@volume/contract/money/amount-digits.ts';
import { readAmount } from './csv-amounts.ts';
import type { Columns } from './csv-columns.ts';
import { type Cell, cellReader, type Row } from './csv-rows.ts';
import { readSigns } from './csv-signs.ts';

/** One of the ways in which the amounts of a file can be read. */
export interface Reading {
  mark: DecimalMark;
  /** The column of the amounts; undefined for the columns of money in and money out. */
  amount: number | undefined;
  /** Whether the fee is added to the amount, or subtracted from it. */
  fee: 0 | 1 | -1;
  /** Whether the file's signs count, all of them turned, or the direction in which the balance moves. */
  direction: 'file' | 'turned' | 'balance';
  /** Which rows count: the booked ones, all of them, or only those with a balance. */
  rows: 'booked' | 'all' | 'with a balance';
}

export interface Movements {
  amounts: (number | undefined)[];
  balances: (number | undefined)[];
  /** A word that should state the direction of an amount without a sign, but is not known; empty for none at all. */
  unknownSign: string | undefined;
}

/** The minor units by which each row moved the balance, undefined without an amount. */
export function readMovements(
  rows: readonly Row[],
  columns: Columns,
  reading: Reading,
  balanceMark: DecimalMark,
): Movements {
  const cell = cellReader(columns);
  const { mark, amount: at, fee } = reading;
  const isMovement = rows.map((row) => row.balance === undefined);
  const read = (text: string) => readAmount(text.trim(), mark);
  const split = fromTwoColumns(rows, cell, read, isMovement);
  const single =
    at === undefined
      ? undefined
      : fromOneColumn(
          rows,
          rows.map(({ cells }) => read(cells[at] ?? '')),
          { cell, directions: columns.directions },
          isMovement,
        );
  const fees = fee === 0 ? undefined : rows.map(({ cells }) => read(cell(cells, 'fee')) ?? 0);
  const balances = rows.map(({ cells }) => readAmount(cell(cells, 'balance').trim(), balanceMark));
  let amounts = rows.map((_, index) => {
    const amount = single?.amounts[index] ?? split[index];
    return amount === undefined ? undefined : amount + fee * (fees?.[index] ?? 0);
  });
  if (reading.direction === 'turned') amounts = amounts.map((amount) => amount && 0 - amount);
  if (reading.direction === 'balance') amounts = byBalance(amounts, balances);
  return { amounts, balances, unknownSign: reading.direction === 'balance' ? undefined : single?.unknownSign };
}

type Amounts = (number | undefined)[];

/** Money out is written with a minus by some banks; the sign of most cells is the usual one, the other a reversal. */
function fromTwoColumns(
  rows: readonly Row[],
  cell: Cell,
  read: (text: string) => number | undefined,
  isMovement: boolean[],
): Amounts {
  const out = rows.map(({ cells }) => read(cell(cells, 'debit')));
  const into = rows.map(({ cells }) => read(cell(cells, 'credit')));
  const negative = out.filter((amount, at) => isMovement[at] && (amount ?? 0) < 0).length;
  const positive = out.filter((amount, at) => isMovement[at] && (amount ?? 0) > 0).length;
  const outSign = negative > positive ? 1 : -1;
  return rows.map((_, at) => {
    const [debit, credit] = [out[at], into[at]];
    return debit === undefined && credit === undefined ? undefined : (credit ?? 0) + outSign * (debit ?? 0);
  });
}

function fromOneColumn(
  rows: readonly Row[],
  amounts: Amounts,
  { cell, directions }: { cell: Cell; directions: Columns['directions'] },
  isMovement: boolean[],
) {
  const words = rows.map(({ cells }) => cell(cells, 'sign'));
  const signs = readSigns(
    words.filter((_, at) => isMovement[at]),
    directions,
  );
  const counts = amounts.map((amount, at) => amount !== undefined && amount !== 0 && isMovement[at]);
  const isSigned = amounts.some((amount, at) => counts[at] && (amount ?? 0) < 0);
  const debits = amounts.filter((_, at) => counts[at] && signs.of(words[at] ?? '') === -1);
  // Where money out has a minus already, the words only repeat it.
  const isUnsigned = !isSigned || debits.some((amount) => (amount ?? 0) > 0);
  if (!isUnsigned || words.every((word) => word.trim() === '')) return { amounts, unknownSign: undefined };
  const unclear = amounts.findIndex((_, at) => counts[at] && signs.of(words[at] ?? '') === undefined);
  return {
    amounts: amounts.map((amount, at) => amount && (signs.of(words[at] ?? '') ?? 1) * amount),
    unknownSign: unclear === -1 ? undefined : (words[unclear] ?? '').trim(),
  };
}

/** Gives each amount the direction in which the balance moved; undefined where nothing shows it. */
function byBalance(amounts: Amounts, balances: Amounts): Amounts {
  const step = (at: number, from: number): 1 | -1 | undefined => {
    const [amount = 0, after, before] = [amounts[at], balances[at], balances[from]];
    if (after === undefined || before === undefined) return undefined;
    if (after - before === Math.abs(amount)) return 1;
    return before - after === Math.abs(amount) ? -1 : undefined;
  };
  const fitting = (way: 1 | -1): number => amounts.filter((_, at) => step(at, at - way) !== undefined).length;
  const way = fitting(1) >= fitting(-1) ? 1 : -1;
  return amounts.map((amount, at) => {
    // The next balance also checks an amount that has no balance of its own.
    if (amount === undefined || balances[at] === undefined) return amount;
    const sign = step(at, at - way);
    return sign === undefined ? (amount === 0 ? 0 : undefined) : sign * Math.abs(amount ?? 0);
  });
}
