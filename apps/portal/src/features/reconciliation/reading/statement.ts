import type { DecimalMark } from '@volume/contract/money/amount-digits.ts';

export interface BankLine {
  /** Its position in the statement, from 1. */
  number: number;
  /** The booking day, in days since 1970-01-01. */
  day: number;
  /** Minor units; positive for money received. */
  amount: number;
  /** Empty when the file has none. */
  currency: string;
  /** The payer or payee, as the bank spells it. */
  name: string;
  reference: string;
  /** All other text of the line. */
  text: string;
  /** The bank's id of the line, empty when it has none. */
  bankId: string;
  /** The running balance after the line, in minor units, where the file has one. */
  balance?: number | undefined;
}

/** The lines of one account in one currency. */
export interface BankStatement {
  format: 'CSV' | 'CAMT.053' | 'MT940' | 'OFX';
  /** As written in the file, undefined when it has none. */
  account: string | undefined;
  currency: string | undefined;
  lines: BankLine[];
  /** Rows that are not booked movements: pending ones, and those without an amount. */
  leftOut: number;
  /** How many rows were left out for each reason; the page shows these texts: `{ 'not booked yet': 3 }`. */
  leftOutBecause?: Record<string, number> | undefined;
  /** The balances before the first and after the last line that the file states, in minor units. */
  opening?: number | undefined;
  closing?: number | undefined;
  /** The balances in between: each is the balance after the first `after` lines, in minor units. */
  balances?: { after: number; amount: number }[] | undefined;
  /** The day of the closing balance, otherwise of the end of the period if the file states it, in days since 1970-01-01. */
  closedOn?: number | undefined;
  /** True for a CSV that was read as the user chose, now or for an earlier file. */
  isAsChosen?: boolean | undefined;
  /** How ambiguous dates of a CSV were read. */
  dateOrder?: DateOrder | undefined;
}

export type DateOrder = 'day first' | 'month first' | 'year first';

/** A file that cannot be read. The message is shown to the user and says what to do. */
export class UnreadableStatement extends Error {
  override name = 'UnreadableStatement';
}

/** A CSV whose columns the user has to map, or whose words for debit and credit the user has to explain. */
export class UnknownColumns extends Error {
  override name = 'UnknownColumns';
  readonly table: CsvTable;
  readonly guess: ColumnMap;
  constructor(table: CsvTable, guess: ColumnMap, message = 'The columns of this file could not be detected.') {
    super(message);
    this.table = table;
    this.guess = guess;
  }
}

export interface CsvTable {
  /** One name per column, `Column 3` where the file has none. */
  header: string[];
  sample: string[][];
  /** The different words of each column, none where there are many. */
  words: CsvWord[][];
  /** An amount such as `7.250`, when nothing in the file shows which decimal mark it has. */
  unclearAmount?: string | undefined;
}

/** A word of a column, with its meaning if it is one of the known words for debit and credit. */
export interface CsvWord {
  word: string;
  direction: Direction | undefined;
}

/** +1 for money in, −1 for money out. */
export type Direction = 1 | -1;

/** What words of a file mean, by the word as written. */
export type Directions = Readonly<Record<string, Direction>>;

/** The user's choices for files with the same columns. */
export interface CsvChoice {
  columns: ColumnMap;
  directions: Directions;
  /** For amounts such as `7.250`, where the file itself shows none. */
  decimalMark?: DecimalMark | undefined;
}

/** By the columns of the files for which they were made (`shapeOf`). */
export type CsvChoices = Readonly<Record<string, CsvChoice>>;

/** Files with the same names of columns, in the same order, are read in the same way. */
export const shapeOf = (header: readonly string[]): string => header.join(' | ').toLowerCase();

export interface CsvOptions extends Partial<Pick<CsvChoice, 'directions' | 'decimalMark'>> {
  /** The user's choices for earlier files; used when no columns are given. */
  choices?: CsvChoices | undefined;
  /** Throws UnknownColumns even if everything is clear, so that the user can choose. */
  mustAsk?: boolean | undefined;
}

export const columnRoles = [
  'date',
  'amount',
  'debit',
  'credit',
  'sign',
  'fee',
  'balance',
  'currency',
  'name',
  'reference',
  'text',
  'bankId',
  'account',
  'status',
] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** The columns of each role, from 0; the values of several columns are joined. */
export type ColumnMap = Partial<Record<ColumnRole, number[]>>;

const msPerDay = 86_400_000;

/** Days since 1970-01-01 of a calendar date, undefined for an invalid date. */
export function dayFrom(year: number, month: number, day: number): number | undefined {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal && year >= 1970 && year < 2200 ? at.getTime() / msPerDay : undefined;
}

/** `2026-11-21` from days since 1970-01-01. */
export const isoDay = (day: number): string => new Date(day * msPerDay).toISOString().slice(0, 10);

/** The date with month and day swapped; undefined if it is invalid or the same. */
export function swappedDay(day: number): number | undefined {
  const at = new Date(day * msPerDay);
  const swapped = dayFrom(at.getUTCFullYear(), at.getUTCDate(), at.getUTCMonth() + 1);
  return swapped === day ? undefined : swapped;
}

export const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** `3 not booked yet, 1 without an amount`. */
export const describeLeftOut = (because: Record<string, number> = {}): string =>
  Object.entries(because)
    .map(([reason, count]) => `${count.toLocaleString('en-GB')} ${reason}`)
    .join(', ');
