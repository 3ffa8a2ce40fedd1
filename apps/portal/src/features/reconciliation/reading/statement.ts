/** One line of a bank statement, as read from whatever file. */
export interface BankLine {
  /** Where it stands in the statement, from 1. */
  number: number;
  /** Booked on, in days since 1970-01-01. */
  day: number;
  /** Minor units; above zero is money that came into the account. */
  amount: number;
  /** Empty where the file names none. */
  currency: string;
  /** Who paid or was paid, as the bank spells it. */
  name: string;
  /** What the bank keeps as the reference. */
  reference: string;
  /** Everything else it says of the line. */
  text: string;
  /** The bank's own number of the line, empty where it has none. */
  bankId: string;
}

export interface BankStatement {
  format: 'CSV' | 'CAMT.053' | 'MT940';
  /** The account's number as the file has it, undefined where it names none. */
  account: string | undefined;
  currency: string | undefined;
  lines: BankLine[];
  /** Rows that are no booked movement: pending ones, and those without a sum. */
  leftOut: number;
  /** How the dates of a CSV were read, where they could be read in two ways. */
  dateOrder?: DateOrder | undefined;
}

export type DateOrder = 'day first' | 'month first' | 'year first';

/** A file that cannot be read: the message is a sentence for people, with the way out. */
export class UnreadableStatement extends Error {
  override name = 'UnreadableStatement';
}

/** A CSV whose columns cannot be told: somebody has to say what each is. */
export class UnknownColumns extends Error {
  override name = 'UnknownColumns';
  readonly table: CsvTable;
  readonly guess: ColumnMap;
  constructor(table: CsvTable, guess: ColumnMap) {
    super('The columns of this file could not be told apart.');
    this.table = table;
    this.guess = guess;
  }
}

export interface CsvTable {
  /** One name per column, `Column 3` where the file has none. */
  header: string[];
  /** The first rows, to choose by. */
  sample: string[][];
}

export const columnRoles = [
  'date',
  'amount',
  'debit',
  'credit',
  'sign',
  'currency',
  'name',
  'reference',
  'text',
  'bankId',
  'account',
  'status',
] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** The columns of each role, by their place from 0; what several columns say is joined. */
export type ColumnMap = Partial<Record<ColumnRole, number[]>>;

const msPerDay = 86_400_000;

/** Days since 1970-01-01 of a calendar date, undefined where there is no such day. */
export function dayFrom(year: number, month: number, day: number): number | undefined {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal && year >= 1970 && year < 2200 ? at.getTime() / msPerDay : undefined;
}

/** `2026-11-21` of days since 1970-01-01. */
export const isoDay = (day: number): string => new Date(day * msPerDay).toISOString().slice(0, 10);

/** The day whose month and day are swapped, undefined where there is none or it is the same. */
export function swappedDay(day: number): number | undefined {
  const at = new Date(day * msPerDay);
  const swapped = dayFrom(at.getUTCFullYear(), at.getUTCDate(), at.getUTCMonth() + 1);
  return swapped === day ? undefined : swapped;
}

/** One blank between words, none around them. */
export const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();
